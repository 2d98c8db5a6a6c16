/** For who is not signed in: pages that are loaded together (routes.ts). */
export { SignInPage } from './sign-in';
export { JoinPage, ResetPage } from './entrance';
export { SetupPage } from './setup';
