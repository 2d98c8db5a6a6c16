/**
 * Pages by address. The inbox and the leads are loaded with the shell, every other page with its group (such as `source-pages.ts`)
 * when one of the group is first opened. Files for each page would be a tenth more bytes in all.
 */
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
  accounts: { title: 'nav.accounts', load: async () => (await import('./engagement-pages')).AccountsPage },
  signals: { title: 'nav.signals', load: async () => (await import('./engagement-pages')).SignalsPage },
  posts: { title: 'nav.posts', load: async () => (await import('./engagement-pages')).PostsPage },
  audience: { title: 'nav.audience', load: async () => (await import('./engagement-pages')).AudiencePage },
  import: {
    title: 'nav.import',
    right: 'manageBatches',
    load: async () => (await import('./source-pages')).ImportPage,
  },
  watchlist: { title: 'nav.watchlist', load: async () => (await import('./source-pages')).WatchlistPage },
  agent: { title: 'nav.agent', load: async () => (await import('./source-pages')).AgentPage },
  discoveries: {
    title: 'nav.discoveries',
    right: 'discoverAudience',
    load: async () => (await import('./source-pages')).DiscoveriesPage,
  },
  'customer-profile': {
    title: 'nav.customer-profile',
    load: async () => (await import('./settings-pages')).CustomerProfilePage,
  },
  privacy: {
    title: 'nav.privacy',
    right: 'readPrivacy',
    load: async () => (await import('./settings-pages')).PrivacyPage,
  },
  members: { title: 'nav.members', load: async () => (await import('./settings-pages')).MembersPage },
  integrations: { title: 'nav.integrations', load: async () => (await import('./settings-pages')).IntegrationsPage },
  welcome: { title: 'nav.welcome', load: async () => (await import('./settings-pages')).WelcomePage },
  credits: {
    title: 'nav.credits',
    right: 'readCredits',
    load: async () => (await import('./settings-pages')).CreditsPage,
  },
  jobs: { title: 'nav.jobs', right: 'readJobs', load: async () => (await import('./settings-pages')).JobsPage },
  workspace: {
    title: 'nav.workspace-settings',
    right: 'renameWorkspace',
    load: async () => (await import('./settings-pages')).WorkspacePage,
  },
  audit: { title: 'nav.audit', right: 'readAudit', load: async () => (await import('./settings-pages')).AuditPage },
};

/** Pages outside a workspace, for people who are signed in. */
export const ownPages: Readonly<Record<string, Route>> = {
  account: { title: 'nav.account', load: async () => (await import('./settings-pages')).AccountPage },
};

/** Pages for people who are not signed in: `sign-in`, `join`, `reset`, `setup`. */
export const openPages: Readonly<Record<string, Route>> = {
  'sign-in': { title: 'session.sign-in', load: async () => (await import('./entrance-pages')).SignInPage },
  join: { title: 'join.heading', load: async () => (await import('./entrance-pages')).JoinPage },
  reset: { title: 'reset.title', load: async () => (await import('./entrance-pages')).ResetPage },
  setup: { title: 'setup.title', load: async () => (await import('./entrance-pages')).SetupPage },
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
