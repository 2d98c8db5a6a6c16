/** The pages as pure functions of what they show. No script; every address is relative, so any path prefix works. */
import type { ConsentRequest } from './consent-request';
import { html, type Markup } from './html';
import { styleVersion } from './style';

/** What every form carries. */
export interface FormFields {
  readonly requestToken: string;
  readonly formToken: string;
}

interface Shell {
  readonly title: string;
  readonly body: Markup;
  /** Where the browser goes at once. */
  readonly refreshTo?: string;
}

function page({ title, body, refreshTo }: Shell): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Leadlight</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refreshTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${refreshTo}" />`}
        <link rel="stylesheet" href="consent.css?v=${styleVersion}" />
      </head>
      <body>
        <main>
          <p class="brand">Leadlight</p>
          <div class="card">${body}</div>
        </main>
      </body>
    </html> `.text;
}

const hidden = ({ requestToken, formToken }: FormFields): Markup =>
  html`<input type="hidden" name="requestToken" value="${requestToken}" /><input
      type="hidden"
      name="formToken"
      value="${formToken}"
    />`;

const problem = (message: string | undefined): Markup | false =>
  message !== undefined && html`<p class="note bad" role="alert" id="problem">${message}</p>`;

export interface SignInModel extends FormFields {
  readonly email: string;
  readonly problem?: string;
}

export function signInPage(model: SignInModel): string {
  const invalid = model.problem !== undefined && html` aria-describedby="problem"`;
  return page({
    title: model.problem === undefined ? 'Sign in' : 'Error: Sign in',
    body: html`<h1>Sign in to continue</h1>
      <p>An app asks for access to your Leadlight workspace. Sign in to see which app it is and what it asks for.</p>
      ${problem(model.problem)}
      <form method="post" action="sign-in">
        ${hidden(model)}
        <div class="field">
          <label for="email">E-mail</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            maxlength="254"
            value="${model.email}"
            ${invalid}
          />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required${invalid} />
        </div>
        <div class="buttons"><button class="main" type="submit">Sign in</button></div>
      </form>`,
  });
}

export interface ConsentModel extends FormFields {
  readonly request: ConsentRequest;
  /** Who is signed in. */
  readonly email: string;
  /** Chosen before, when the form is shown again. */
  readonly organizationId?: string;
  readonly scopes?: readonly string[];
  readonly problem?: string;
}

export function consentPage(model: ConsentModel): string {
  const { client, scopes, organizations } = model.request;
  const ticked = new Set(model.scopes ?? scopes.map((scope) => scope.name));
  const chosen =
    model.organizationId ?? (organizations.find((one) => one.canApprove) ?? organizations[0])?.organizationId;
  const sensitive = scopes.filter((scope) => scope.sensitive).map((scope) => scope.title);
  // A name that nothing proves is quoted, so that no sentence of its own can stand as one of ours.
  const who = client.verified ? client.name : `An app that calls itself “${client.name}”`;
  const title = `${who} wants access`;
  return page({
    title: model.problem === undefined ? title : `Error: ${title}`,
    body: html`<h1>${who} wants access to your workspace</h1>
      ${problem(model.problem)}
      <div class="target">
        <span class="soft">After you approve, access goes to</span>
        <strong class="host">${client.redirectHost}</strong>
        ${trust(client)}
      </div>
      ${client.loopback && loopbackNote}
      <form method="post" action="consent">
        ${hidden(model)}
        ${
          organizations.length === 0
            ? html`<p class="note bad">
                You belong to no workspace, so there is nothing you can approve. Ask an owner or admin to add you.
              </p>`
            : html`<fieldset>
                  <legend>Workspace</legend>
                  ${organizations.map((one, i) =>
                    workspaceChoice(one, i, { checked: one.organizationId === chosen, sensitive }),
                  )}
                </fieldset>
                <fieldset>
                  <legend>It could then</legend>
                  ${scopes.map((scope, i) => scopeChoice(scope, i, ticked.has(scope.name)))}
                </fieldset>`
        }
        <p class="soft">
          ${scopes.every(readsOnly) && 'It can only read. '}It keeps access until you or an owner or admin takes it
          away, and for at most 90 days.
        </p>
        <div class="buttons">
          ${
            organizations.length > 0 &&
            html`<button class="main" type="submit" name="decision" value="approve">Approve</button>`
          }
          <button type="submit" name="decision" value="cancel">Cancel</button>
        </div>
      </form>
      <form class="account" method="post" action="sign-out">
        ${hidden(model)} Signed in as ${model.email}. <button class="link" type="submit">Use another account</button>
      </form>`,
  });
}

const readsOnly = (scope: ConsentRequest['scopes'][number]) => scope.name.endsWith(':read');

function trust(client: ConsentRequest['client']): Markup {
  if (client.verified) {
    return html`<p>
      ${client.uri ? html`The app describes itself at ${client.uri}` : 'The app proved that it owns its name.'}
    </p>`;
  }
  return html`<p>
    <span class="mark warn">Unverified</span> Any app can call itself “${client.name}”. Trust the address above, not the
    name.
  </p>`;
}

const loopbackNote = html`<p class="note">
  <strong>This app runs on the computer you are using.</strong> Approve only if you started connecting it yourself, just
  now.
</p>`;

function workspaceChoice(
  one: ConsentRequest['organizations'][number],
  i: number,
  { checked, sensitive }: { checked: boolean; sensitive: readonly string[] },
): Markup {
  const role = one.role.toLowerCase();
  const article = /^[aeiou]/.test(role) ? 'an' : 'a';
  const may = one.canApprove
    ? 'and may approve all of this'
    : sensitive.length > 0
      ? `and may not approve “${sensitive.join('”, “')}”: untick it, or ask an owner or admin`
      : 'and may not approve this: ask an owner or admin';
  return html`<div class="choice">
    <input
      type="radio"
      id="workspace-${i}"
      name="organizationId"
      value="${one.organizationId}"
      required
      aria-describedby="workspace-about-${i}"
      ${checked && html` checked`}
    />
    <label for="workspace-${i}">${one.name}</label>
    <p class="about" id="workspace-about-${i}">You are ${article} ${role} here ${may}.</p>
  </div>`;
}

function scopeChoice(scope: ConsentRequest['scopes'][number], i: number, checked: boolean): Markup {
  return html`<div class="choice">
    <input
      type="checkbox"
      id="scope-${i}"
      name="scope"
      value="${scope.name}"
      aria-describedby="scope-about-${i}"
      ${checked && html` checked`}
    />
    <label for="scope-${i}">${scope.title}${scope.sensitive && html` <span class="mark warn">Sensitive</span>`}</label>
    <p class="about" id="scope-about-${i}">${scope.description}</p>
  </div>`;
}

/** Goes back to the app. A page of its own rather than a redirect: browsers hold a redirect after a form to the form's CSP. */
export function leavingPage(redirectUrl: string, clientName: string, approved: boolean): string {
  return page({
    title: approved ? 'Approved' : 'Cancelled',
    refreshTo: redirectUrl,
    body: html`<h1>${approved ? 'Approved' : 'Cancelled'}</h1>
      <p>Taking you back to ${clientName} …</p>
      <div class="buttons"><a class="button main" href="${redirectUrl}">Continue</a></div>`,
  });
}

/** A page that only says something. */
export function messagePage(title: string, text: string): string {
  return page({
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  });
}
