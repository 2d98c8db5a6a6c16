/** Where people come from: pages that are loaded together (routes.ts). */
export { ImportPage } from './imports';
export { WatchlistPage } from './watchlist';
export { AgentPage } from './agent';
export { DiscoveriesPage } from './discoveries';
