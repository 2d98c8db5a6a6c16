/** The workspace, its members and one's account: pages that are loaded together (routes.ts). */
export { WelcomePage } from './welcome';
export { CustomerProfilePage } from './customer-profile';
export { IntegrationsPage } from './integrations';
export { MembersPage } from './members';
export { CreditsPage } from './credits';
export { PrivacyPage } from './privacy';
export { AuditPage } from './audit';
export { JobsPage } from './jobs';
export { WorkspacePage } from './workspace';
export { AccountPage } from './account';
