/** Pages by address. The inbox and the leads are loaded with the shell, every other page when it is first opened. */
import type { MessageKey } from '../i18n';
import { InboxPage } from './inbox';
import { LeadsPage } from './leads';
import type { PageComponent } from './page';

interface RouteBase {
  /** Name of the page in the navigation and in the title. */
  readonly title: MessageKey;
  /** The right that a person needs to see the page. When left out: every member sees it. */
  readonly right?: string;
}
/** A page whose code is loaded with the shell, or when it is opened. */
export type Route = RouteBase &
  (
    | { readonly page: PageComponent; readonly load?: never }
    | { readonly page?: never; readonly load: () => Promise<PageComponent> }
  );

/** Pages of a workspace by the first segment after its id. */
export const workspacePages: Readonly<Record<string, Route>> = {
  inbox: { title: 'nav.inbox', page: InboxPage },
  leads: { title: 'nav.leads', page: LeadsPage },
  accounts: { title: 'nav.accounts', load: async () => (await import('./accounts')).AccountsPage },
  signals: { title: 'nav.signals', load: async () => (await import('./signals')).SignalsPage },
  posts: { title: 'nav.posts', load: async () => (await import('./posts')).PostsPage },
  audience: { title: 'nav.audience', load: async () => (await import('./audience')).AudiencePage },
  import: { title: 'nav.import', right: 'manageBatches', load: async () => (await import('./imports')).ImportPage },
  watchlist: { title: 'nav.watchlist', load: async () => (await import('./watchlist')).WatchlistPage },
  agent: { title: 'nav.agent', load: async () => (await import('./agent')).AgentPage },
  discoveries: {
    title: 'nav.discoveries',
    right: 'discoverAudience',
    load: async () => (await import('./discoveries')).DiscoveriesPage,
  },
  'customer-profile': {
    title: 'nav.customer-profile',
    load: async () => (await import('./customer-profile')).CustomerProfilePage,
  },
  privacy: { title: 'nav.privacy', right: 'readPrivacy', load: async () => (await import('./privacy')).PrivacyPage },
  members: { title: 'nav.members', load: async () => (await import('./members')).MembersPage },
  integrations: { title: 'nav.integrations', load: async () => (await import('./integrations')).IntegrationsPage },
  welcome: { title: 'nav.welcome', load: async () => (await import('./welcome')).WelcomePage },
  credits: { title: 'nav.credits', right: 'readCredits', load: async () => (await import('./credits')).CreditsPage },
  jobs: { title: 'nav.jobs', right: 'readJobs', load: async () => (await import('./jobs')).JobsPage },
  workspace: {
    title: 'nav.workspace-settings',
    right: 'renameWorkspace',
    load: async () => (await import('./workspace')).WorkspacePage,
  },
  audit: { title: 'nav.audit', right: 'readAudit', load: async () => (await import('./audit')).AuditPage },
};

/** Pages outside a workspace, for people who are signed in. */
export const ownPages: Readonly<Record<string, Route>> = {
  account: { title: 'nav.account', load: async () => (await import('./account')).AccountPage },
};

/** Pages for people who are not signed in: `sign-in`, `join`, `reset`, `setup`. */
export const openPages: Readonly<Record<string, Route>> = {
  'sign-in': { title: 'session.sign-in', load: async () => (await import('./sign-in')).SignInPage },
  join: { title: 'join.heading', load: async () => (await import('./entrance')).JoinPage },
  reset: { title: 'reset.title', load: async () => (await import('./entrance')).ResetPage },
  setup: { title: 'setup.title', load: async () => (await import('./setup')).SetupPage },
};

/** The navigation, in groups. */
export const navigation: readonly { readonly heading?: MessageKey; readonly pages: readonly string[] }[] = [
  { pages: ['inbox', 'leads', 'accounts', 'signals', 'posts', 'audience'] },
  { heading: 'nav.sources', pages: ['import', 'watchlist', 'agent', 'discoveries'] },
  {
    heading: 'nav.workspace',
    pages: [
      'welcome',
      'customer-profile',
      'integrations',
      'members',
      'credits',
      'privacy',
      'audit',
      'jobs',
      'workspace',
    ],
  },
];
