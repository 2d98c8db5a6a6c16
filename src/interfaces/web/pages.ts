/** The pages as pure functions of their content. No script. Every address is relative, so any path prefix works. */
import type { ConsentRequest } from './consent-request';
import { sign } from '../../shared/colours';
import { html, Markup } from './html';
import type { Look } from './look';
import { isMessageKey, type MessageKey } from '../../shared/i18n';
import { styleVersion } from './style';

/** Field with the scopes that the person cannot approve but can ask for: browsers do not send disabled boxes. */
export const askedScope = 'askScope';

const productSign = new Markup(sign);

/** Fields of every form. */
export interface FormFields {
  readonly requestToken: string;
  readonly formToken: string;
}

interface Shell {
  readonly title: string;
  readonly body: Markup;
  /** Address to which the browser goes at once. */
  readonly refreshTo?: string;
}

function page({ brand, language, t }: Look, { title, body, refreshTo }: Shell): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${brand.name}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refreshTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${refreshTo}" />`}
        <link rel="stylesheet" href="consent.css?v=${styleVersion(brand.color)}" />
      </head>
      <body>
        <main>
          <p class="brand">${brand.logo ? html`<img src="brand-logo" alt="" />` : productSign}${brand.name}</p>
          <div class="card">${body}</div>
          ${brand.supportUrl !== undefined && html`<p class="soft"><a href="${brand.supportUrl}">${t('help')}</a></p>`}
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

export function signInPage(look: Look, model: SignInModel): string {
  const { t, brand } = look;
  const invalid = model.problem !== undefined && html` aria-describedby="problem"`;
  return page(look, {
    title: model.problem === undefined ? t('signIn') : t('errorTitle', { title: t('signIn') }),
    body: html`<h1>${t('signInHeading')}</h1>
      <p>${t('signInIntro', { brand: brand.name })}</p>
      ${problem(model.problem)}
      <form method="post" action="sign-in">
        ${hidden(model)}
        <div class="field">
          <label for="email">${t('email')}</label>
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
          <label for="password">${t('password')}</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required${invalid} />
        </div>
        <div class="buttons"><button class="main" type="submit">${t('signIn')}</button></div>
      </form>`,
  });
}

export interface ConsentModel extends FormFields {
  readonly request: ConsentRequest;
  /** The signed-in person. */
  readonly email: string;
  /** The earlier choice, when the form is shown again. */
  readonly organizationId?: string;
  readonly scopes?: readonly string[];
  readonly permit?: boolean;
  readonly problem?: string;
}

export function consentPage(look: Look, model: ConsentModel): string {
  const { t } = look;
  const { client, scopes, organizations, existing } = model.request;
  const chosen =
    model.organizationId ?? (organizations.find((one) => one.canApprove) ?? organizations[0])?.organizationId;
  // Scopes that the person may approve in the chosen workspace are ticked. Scopes that they may approve nowhere cannot be ticked.
  const mayHere = organizations.find((one) => one.organizationId === chosen)?.approvableScopes ?? [];
  const mayAnywhere = new Set(organizations.flatMap((one) => one.approvableScopes));
  const ticked = new Set(model.scopes ?? mayHere);
  // An unproven name is quoted, so that it cannot pass as a sentence of ours.
  const app = client.verified ? client.name : t('callsItself', { name: client.name });
  const title = t('wantsAccess', { app });
  const held = existing?.scopes ?? [];
  const most = organizations[0]?.connections.most;
  const ceiling = most === undefined ? '' : ` ${t('mostConnections', { most: String(most) })}`;
  return page(look, {
    title: model.problem === undefined ? title : t('errorTitle', { title }),
    body: html`<h1>${t('wantsAccessTo', { app })}</h1>
      ${problem(model.problem)}
      <div class="target">
        <span class="soft">${t('goesTo')}</span>
        <strong class="host">${client.redirectHost}</strong>
        ${trust(look, client)}
      </div>
      ${placeNote(look, client)}
      ${existing !== null && html`<p class="note">${t('connectedAlready', { scopes: scopeTitles(look, held) })}</p>`}
      <form method="post" action="consent">
        ${hidden(model)}
        ${
          organizations.length === 0
            ? html`<p class="note bad">${t('noWorkspace')}</p>`
            : html`<fieldset>
                  <legend>${t('workspace')}</legend>
                  ${organizations.map((one, i) => workspaceChoice(look, one, i, one.organizationId === chosen, scopes))}
                </fieldset>
                <fieldset>
                  <legend>${t('couldThen')}</legend>
                  ${scopes.map((scope, i) =>
                    scopeChoice(look, scope, i, {
                      checked: ticked.has(scope.name),
                      askOnly: !mayAnywhere.has(scope.name),
                      isNew: existing !== null && !held.includes(scope.name),
                    }),
                  )}
                </fieldset>
                ${organizations.some(({ role }) => role !== 'MEMBER') && permitChoice(look, model.permit === true)}`
        }
        <p class="soft">${scopes.every(readsOnly) && `${t('onlyRead')} `}${t('keepsAccess')}${ceiling}</p>
        <div class="buttons">
          ${
            mayAnywhere.size > 0 &&
            html`<button class="main" type="submit" name="decision" value="approve">${t('approve')}</button>`
          }
          ${
            organizations.some((one) => !one.canApprove) &&
            html`<button type="submit" name="decision" value="ask">${t('askAdmins')}</button>`
          }
          <button type="submit" name="decision" value="cancel">${t('cancel')}</button>
        </div>
      </form>
      <form class="account" method="post" action="sign-out">
        ${hidden(model)} ${t('signedInAs', { email: model.email })}
        <button class="link" type="submit">${t('otherAccount')}</button>
      </form>`,
  });
}

type Scope = ConsentRequest['scopes'][number];
const readsOnly = (scope: Scope) => scope.name.endsWith(':read');

/** The words for a scope in the page's language; for a newer scope those of the service. */
function scopeTitle({ t }: Look, name: string, fallback = name): string {
  return isMessageKey(name) ? t(name) : fallback;
}

/** Titles of scopes, quoted, in one text. */
export function scopeTitles(look: Look, names: readonly string[]): string {
  return look.list(names.map((name) => look.t('quoted', { text: scopeTitle(look, name) })));
}

function trust(look: Look, client: ConsentRequest['client']): Markup {
  const { t } = look;
  if (client.verified) {
    return html`<p>${client.uri ? t('describesItself', { address: client.uri }) : t('provedName')}</p>`;
  }
  return html`<p><span class="mark warn">${t('unverified')}</span> ${t('trustAddress', { name: client.name })}</p>
    ${client.readsAs !== null && html`<p class="note bad">${t('readsAs', { other: client.readsAs })}</p>`}`;
}

/** A note about an app that is a program on a computer. */
function placeNote({ t }: Look, client: ConsentRequest['client']): Markup | false {
  if (client.loopback) {
    return html`<p class="note"><strong>${t('runsHere')}</strong> ${t('runsHereOnly')}</p>`;
  }
  const native = !/^https?$/.test(client.redirectScheme);
  return (
    native && html`<p class="note">${t('opensProgram', { scheme: client.redirectScheme })} ${t('runsHereOnly')}</p>`
  );
}

const roleKeys: Readonly<Record<string, MessageKey>> = {
  OWNER: 'roleOWNER',
  ADMIN: 'roleADMIN',
  MEMBER: 'roleMEMBER',
};

function workspaceChoice(
  look: Look,
  one: ConsentRequest['organizations'][number],
  i: number,
  checked: boolean,
  scopes: readonly Scope[],
): Markup {
  const { t } = look;
  const role = t(roleKeys[one.role] ?? 'roleMEMBER');
  const refused = scopes.map(({ name }) => name).filter((name) => !one.approvableScopes.includes(name));
  const may = one.canApprove ? t('mayAll', { role }) : t('mayNotSome', { role, scopes: scopeTitles(look, refused) });
  const people = one.admins.map(({ displayName, email }) => `${displayName} (${email})`);
  const whom = one.canApprove || people.length === 0 ? '' : ` ${t('youCanAsk', { people: look.list(people) })}`;
  const { most, approvingEnds } = one.connections;
  const ended = { most: String(most), name: approvingEnds?.clientName ?? '' };
  const ends = approvingEnds === null ? '' : ` ${t('endsConnection', ended)}`;
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
    <p class="about" id="workspace-about-${i}">${may}${whom}${ends}</p>
  </div>`;
}

function scopeChoice(
  look: Look,
  scope: Scope,
  i: number,
  { checked, askOnly, isNew }: { readonly checked: boolean; readonly askOnly: boolean; readonly isNew: boolean },
): Markup {
  const { t } = look;
  const about = `${scope.name} about`;
  return html`<div class="choice">
    <input
      type="checkbox"
      id="scope-${i}"
      name="scope"
      value="${scope.name}"
      aria-describedby="scope-about-${i}"
      ${checked && !askOnly && html` checked`}${askOnly && html` disabled`}
    />
    ${askOnly && html`<input type="hidden" name="${askedScope}" value="${scope.name}" />`}
    <label for="scope-${i}"
      >${scopeTitle(look, scope.name, scope.title)}${
        scope.sensitive && html` <span class="mark warn">${t('sensitive')}</span>`
      }${isNew && html` <span class="mark">${t('isNew')}</span>`}${
        askOnly && html` <span class="mark">${t('needsAdmin')}</span>`
      }</label
    >
    <p class="about" id="scope-about-${i}">${isMessageKey(about) ? t(about) : scope.description}</p>
  </div>`;
}

/** For owners and admins: the same permit for the members of the chosen workspace. */
function permitChoice({ t }: Look, checked: boolean): Markup {
  return html`<div class="choice">
    <input type="checkbox" id="permit" name="permit" value="yes" ${checked && html` checked`} />
    <label for="permit">${t('permitMembers')}</label>
  </div>`;
}

/** Goes back to the app. A page rather than a redirect, because browsers apply the form's CSP to a redirect after a form. */
export function leavingPage(look: Look, redirectUrl: string, clientName: string, approved: boolean): string {
  const { t } = look;
  const title = t(approved ? 'approved' : 'cancelled');
  return page(look, {
    title,
    refreshTo: redirectUrl,
    body: html`<h1>${title}</h1>
      <p>${t('takingBack', { app: clientName })}</p>
      <div class="buttons"><a class="button main" href="${redirectUrl}">${t('continue')}</a></div>`,
  });
}

/** A page with only a message. */
export function messagePage(look: Look, title: MessageKey, text: MessageKey): string {
  const { t } = look;
  return page(look, {
    title: t(title),
    body: html`<h1>${t(title)}</h1>
      <p>${t(text)}</p>`,
  });
}
