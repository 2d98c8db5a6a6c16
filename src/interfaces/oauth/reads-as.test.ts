import { readsAs } from './reads-as';

const workspaces = ['Verein der Freunde und Förderer der Schule am See', 'Northwind', 'Blue Harbor', 'Acme'];

test.each([
  // Positive controls: names that are their own.
  ['Apex Sales', null],
  ['2024', null],
  ['MCP Inspector', null],
  ['Systemair Assistant', null],
  ['Northwinds Bakery', null],
  ['Harbor Blue', null],
  ['Googlemaster', null],
  ['Pineapple Notes', null],
  ['North Sea Wind', null],
  ['営業アシスタント', null],
  ['Verein der Freunde und Förderer der Schule am See', 'Verein der Freunde und Förderer der Schule am See'],
  ['Sign in with Google', 'Google'],
  ['Google', 'Google'],
  ['G o o g l e', 'Google'],
  ['Microsoft Login', 'Microsoft'],
  ['Claude Code (leadlight)', 'Claude'],
  ['Visual Studio Code - Insiders', 'Visual Studio Code'],
  ['Northwind', 'Northwind'],
  ['Northwind Assistant', 'Northwind'],
  ['BlueHarbor CRM', 'Blue Harbor'],
  ['System', 'Leads & Co'],
  ['Your workspace', 'Leads & Co'],
  ['Security update', 'Leads & Co'],
  ['Anmelden', 'Leads & Co'],
  ['North wind', 'Northwind'],
  ['Nor th wind Sales', 'Northwind'],
  ['N0rthwind SSO', 'Northwind'],
  ['Continue with Apple', 'Apple'],
  ['Okta Verify', 'Okta'],
  ['Асме', 'Acme'],
  ['Studio54', null],
  ['Microsoft365', 'Microsoft'],
  ['System32', 'Leads & Co'],
  ['Security update 2', 'Leads & Co'],
  ['Your session expired', 'Leads & Co'],
  ['Reset password', 'Leads & Co'],
  ['Sys tem', 'Leads & Co'],
  ['Account verification', 'Leads & Co'],
  ['Sign in with SSO', 'Leads & Co'],
])('%s reads as %p', (name, whose) => {
  expect(readsAs(name, workspaces, 'Leads & Co')).toBe(whose);
});
