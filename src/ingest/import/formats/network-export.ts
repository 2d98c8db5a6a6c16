/**
 * The network's own data export ("Get a copy of your data"): what a member may download about their own account.
 * Connections and posts can be used. Comments and reactions are those of the member, which is no interest of anybody else.
 */
import { putPerson, putPost } from '../build';
import { refuse } from '../context';
import { flatFormat, type Format } from '../format';
import { joinedName } from '../names';

/** `Connections.csv`: `First Name,Last Name,URL,Email Address,Company,Position,Connected On`, below some lines of notes. */
export const networkConnections: Format = flatFormat({
  name: 'network-export-connections',
  label: "Connections of the network's own data export",
  brings: 'people with title and company',
  columns: {
    firstName: ['First Name'],
    lastName: ['Last Name'],
    link: ['URL', 'Profile URL'],
    email: ['Email Address'],
    companyName: ['Company'],
    title: ['Position'],
    connectedOn: ['Connected On'],
  },
  detect: (has) => (has('firstName') && has('connectedOn') && (has('title') || has('companyName')) ? 95 : 0),
  open: (context) => (get, at, out, raw) => {
    const name = joinedName({ name: null, first: get('firstName'), last: get('lastName') });
    const person = context.person({ links: [get('link')], name });
    if ('reason' in person) return refuse(out, at, person.reason, raw());
    putPerson(out, at, context, person, {
      title: get('title'),
      companyName: get('companyName'),
      email: get('email'),
    });
  },
});

/** `Shares.csv`: the member's own posts. */
export const networkShares: Format = flatFormat({
  name: 'network-export-shares',
  label: "Posts of the network's own data export",
  brings: 'posts with text and date',
  columns: {
    publishedAt: ['Date'],
    post: ['ShareLink'],
    text: ['ShareCommentary'],
    shared: ['SharedUrl'],
    media: ['MediaUrl'],
    visibility: ['Visibility'],
  },
  detect: (has) => (has('post') && has('text') ? 95 : 0),
  open: (context) => (get, at, out, raw) => {
    const post = context.post(get('post'));
    if (!post.ok) return refuse(out, at, post.reason, raw());
    // The export doubles the quotes at the ends of lines.
    const text = get('text')?.replace(/"(\r?\n)"/g, '$1') ?? null;
    putPost(out, at, post, context.observedAt, {
      text,
      publishedAt: context.time(get('publishedAt'), context.observedAt),
    });
  },
});

/** A file of what the member did. It says nothing about anybody else, so each row is left out and counted. */
const ownActivity = (name: string, label: string, columns: Readonly<Record<string, readonly string[]>>): Format =>
  flatFormat({
    name,
    label,
    brings: 'nothing: it holds what you yourself did, not who engaged with you',
    columns,
    detect: (has) => (Object.keys(columns).every((column) => has(column)) ? 94 : 0),
    open: () => (_get, at, out) => {
      out.push({ kind: 'skipped', at, reason: 'own_activity' });
    },
  });

export const networkComments: Format = ownActivity(
  'network-export-comments',
  "Your own comments in the network's data export",
  { happenedAt: ['Date'], link: ['Link'], message: ['Message'] },
);

export const networkReactions: Format = ownActivity(
  'network-export-reactions',
  "Your own reactions in the network's data export",
  { happenedAt: ['Date'], what: ['Type'], link: ['Link'] },
);
