/** Who engaged, and with what: pages that are loaded together (routes.ts). */
export { AccountsPage } from './accounts';
export { SignalsPage } from './signals';
export { PostsPage } from './posts';
export { AudiencePage } from './audience';
