/** One search for everything: leads of all dispositions, people who are no leads with the reason, companies, posts, pages. */
import { useEffect, useId, useState } from 'preact/hooks';
import { isMail, usePeople } from '../api/people';
import { useRead } from '../api/read';
import { may } from '../api/session';
import { Dialog } from '../components/dialog';
import { signsOfPost } from '../components/post-cell';
import { useSettled } from '../components/settled';
import { t, type MessageKey } from '../i18n';
import { addressHere, go, mayLeave } from '../router';
import { navigation, workspacePages } from './routes';

interface Hit {
  readonly group: MessageKey;
  readonly name: string;
  readonly detail: string;
  /** Left out: there is nothing to open. */
  readonly path?: string;
}

const mostOf = 4;

/** The pages whose name holds the text and that this person may open. */
const pagesWith = (text: string): Hit[] =>
  navigation.flatMap(({ pages }) =>
    pages.flatMap((path) => {
      const { title, right } = workspacePages[path] ?? {};
      if (!title || (right !== undefined && !may(right))) return [];
      const name = t(title);
      return name.toLowerCase().includes(text) ? [{ group: 'search.pages' as const, name, detail: '', path }] : [];
    }),
  );

function useHits(typed: string) {
  const text = useSettled(typed.trim());
  const asks = text.length > 1;
  const search = text.slice(0, 160);
  const { people, asked } = usePeople(text);
  const accounts = useRead('list_account_reports', asks ? { search, limit: mostOf } : null);
  const posts = useRead('list_posts', asks ? { search, limit: mostOf } : null);
  const hits: Hit[] = [
    ...people.map(({ name, detail, leadId }) => ({
      group: leadId ? ('nav.leads' as const) : ('search.others' as const),
      name,
      detail,
      ...(leadId ? { path: `leads/${leadId}` } : {}),
    })),
    ...(accounts.data?.data ?? []).map(({ id, name, domain }) => ({
      group: 'nav.accounts' as const,
      name,
      detail: domain ?? '',
      path: `accounts/${encodeURIComponent(id)}`,
    })),
    ...(posts.data?.data ?? []).map((post) => ({
      group: 'nav.posts' as const,
      name: post.author.displayName ?? t('didOn.somebody'),
      detail: post.excerpt ?? signsOfPost(post),
      path: `posts/${post.id}`,
    })),
    ...(typed.trim() === '' ? [] : pagesWith(typed.trim().toLowerCase())),
  ];
  const all = [...asked, accounts, posts];
  const done = text === typed.trim() && (!asks || all.every(({ data, error }) => data ?? error));
  return { hits, done, asks };
}

/** Answers come one by one, and each moves the hits: what was chosen stays chosen. */
const hitKey = (hit: Hit | undefined) => hit && `${hit.group} ${hit.path ?? hit.name}`;
interface Chosen {
  readonly key: string | undefined;
  readonly at: number;
}

export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, type] = useState('');
  const [chosen, choose] = useState<Chosen>();
  // Enter was pressed before everything was found: the first hit of all is opened then, not the one that came first.
  const [opens, setOpens] = useState(false);
  const id = useId();
  const { hits, done, asks } = useHits(typed);
  const isChosen = (hit: Hit | undefined) => hit !== undefined && hitKey(hit) === chosen?.key;
  const at = chosen && isChosen(hits[chosen.at]) ? chosen.at : hits.findIndex(isChosen);
  const current = Math.max(0, at);
  useEffect(() => document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' }), [current]);
  const open = (hit: Hit | undefined) => {
    if (hit?.path === undefined) return;
    onClose();
    if (mayLeave()) go(addressHere(hit.path));
  };
  useEffect(() => {
    if (opens && done) open(hits[current]);
  }, [opens && done]);
  const groups = [...new Set(hits.map(({ group }) => group))];
  return (
    <Dialog title={t('search.title')} onClose={onClose}>
      <input
        class="input"
        role="combobox"
        aria-label={t('search.title')}
        aria-autocomplete="list"
        aria-expanded={hits.length > 0}
        aria-controls={id}
        aria-activedescendant={hits.length > 0 ? `${id}-${current}` : undefined}
        placeholder={t('search.hint')}
        value={typed}
        maxLength={500}
        onInput={(event) => {
          type(event.currentTarget.value);
          choose(undefined);
          setOpens(false);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) {
            const next = (current + step + hits.length) % Math.max(1, hits.length);
            choose({ key: hitKey(hits[next]), at: next });
          } else if (event.key !== 'Enter') return;
          else if (at >= 0) open(hits[at]);
          setOpens(!step && at < 0);
          event.preventDefault();
        }}
      />
      <div id={id} role="listbox" aria-label={t('search.title')} class="hits">
        {groups.map((group) => (
          <div role="group" aria-label={t(group)} key={group}>
            <h3 aria-hidden="true">{t(group)}</h3>
            {hits.map((hit, index) =>
              hit.group === group ? (
                <div
                  key={index}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === current}
                  aria-disabled={hit.path === undefined}
                  onClick={() => open(hit)}
                >
                  <b class="cut" dir="auto">
                    {hit.name}
                  </b>
                  <span class="quiet cut" dir="auto">
                    {hit.detail}
                  </span>
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
      <p role="status" class="quiet">
        {!done
          ? t(opens ? 'search.opens' : 'state.loading')
          : isMail(typed)
            ? t('search.mail')
            : asks && hits.length === 0
              ? t(/\/in\/./.test(typed) ? 'search.unknown-person' : 'search.none')
              : ''}
      </p>
    </Dialog>
  );
}
