/** How to connect each assistant, what to copy, and a message once one has connected. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Connection } from '../api/operations';
import { usePolling } from '../api/poll';
import { useRead } from '../api/read';
import { may, session, workspace } from '../api/session';
import { Button } from '../components/button';
import { CopyText } from '../components/copy';
import { Status } from '../components/status';
import { label, t, type MessageKey } from '../i18n';

/** A step: what to do, and what to copy for it. */
type Step = readonly [text: MessageKey, copied?: string];
interface Way {
  readonly name: string;
  /** Whether it can reach this service only from the internet. */
  readonly web: boolean;
  readonly steps: readonly Step[];
}

const laidOut = (value: unknown) => JSON.stringify(value, null, 2);

function waysTo(url: string): readonly Way[] {
  const last: Step = ['assistants.steps-last'];
  const vscode = JSON.stringify({ name: 'leadlight', type: 'http', url });
  return [
    {
      name: 'Claude',
      web: true,
      steps: [['assistants.steps-claude-1'], ['assistants.steps-claude-2', url], last],
    },
    {
      name: 'ChatGPT',
      web: true,
      steps: [['assistants.steps-chatgpt-1'], ['assistants.steps-chatgpt-2', url], last],
    },
    {
      name: 'Claude Code',
      web: false,
      steps: [
        ['assistants.steps-terminal', `claude mcp add --transport http leadlight ${url}`],
        ['assistants.steps-code-2'],
        last,
      ],
    },
    {
      name: 'VS Code',
      web: false,
      steps: [
        ['assistants.steps-terminal', `code --add-mcp '${vscode}'`],
        ['assistants.steps-vscode-2', laidOut({ servers: { leadlight: { type: 'http', url } } })],
        last,
      ],
    },
    {
      name: 'Cursor',
      web: false,
      steps: [
        ['assistants.steps-cursor-1', laidOut({ mcpServers: { leadlight: { url } } })],
        ['assistants.steps-cursor-2'],
        last,
      ],
    },
    { name: t('assistants.other'), web: false, steps: [['assistants.steps-other-1', url], last] },
  ];
}

/** How often a page looks for a new connection, for at most ten minutes. */
const lookEvery = 3_000;
const mostLooks = 200;

/** Turns green when the person has a new connection. */
function Connected({ onConnected }: { readonly onConnected: () => void }) {
  const { data, again } = useRead('list_connections', { of: 'me' });
  const before = useRef<ReadonlySet<string> | undefined>(undefined);
  const [looks, setLooks] = useState(0);
  const [fresh, setFresh] = useState<Connection>();
  useEffect(() => {
    if (!data) return;
    before.current ??= new Set(data.data.map(({ connectionId }) => connectionId));
    const known = before.current;
    setFresh(data.data.find(({ connectionId }) => !known.has(connectionId)));
  }, [data]);
  useEffect(() => {
    if (fresh) onConnected();
  }, [fresh?.connectionId]);
  const looking = !fresh && looks < mostLooks;
  usePolling({
    on: looking,
    every: lookEvery,
    most: mostLooks,
    read: () => {
      setLooks((n) => n + 1);
      again();
    },
  });
  return (
    <div class={fresh ? 'notice good' : 'notice'} role="status">
      {fresh ? (
        <>
          <Status kind="good">
            <strong dir="auto">{t('assistants.connected', { name: fresh.clientName })}</strong>
          </Status>
          <p>{t('assistants.connected-text', { scopes: fresh.scopes.map((one) => label('scope', one)).join(', ') })}</p>
        </>
      ) : looking ? (
        <Status kind="waiting">{t('assistants.waiting')}</Status>
      ) : (
        <span class="row-of">
          {t('assistants.waited')}
          <Button icon="refresh" onClick={() => setLooks(0)}>
            {t('inbox.look-again')}
          </Button>
        </span>
      )}
    </div>
  );
}

/**
 * @param heading when left out: its own.
 * @param onConnected called when the person has a new connection.
 */
export function HowToConnect({
  heading = <h2>{t('assistants.connect')}</h2>,
  onConnected,
}: {
  readonly heading?: ComponentChildren;
  readonly onConnected: () => void;
}) {
  const { url = '', encrypted = true } = session.value?.service ?? {};
  const own = workspace.value;
  const [chosen, choose] = useState<string>();
  return (
    <section class="card">
      {heading}
      <p>{t('assistants.connect-text')}</p>
      {own && (
        <>
          <p>{t('assistants.own-address', { name: own.name })}</p>
          <CopyText text={`${url}/mcp/${own.id}`} />
        </>
      )}
      {!may('manageApps') && <p class="quiet">{t('assistants.member-note')}</p>}
      <div class="ways">
        {waysTo(`${url}/api/v1/mcp`).map(({ name, web, steps }) => (
          <details
            key={name}
            open={chosen === name}
            onToggle={(event) => {
              if (event.currentTarget.open) choose(name);
              else if (chosen === name) choose(undefined);
            }}
          >
            <summary>{name}</summary>
            {web && !encrypted && <p class="notice">{t('assistants.need-https')}</p>}
            <ol class="steps">
              {steps.map(([text, copied]) => (
                <li key={text}>
                  {t(text)}
                  {copied !== undefined && <CopyText text={copied} />}
                </li>
              ))}
            </ol>
          </details>
        ))}
      </div>
      {chosen !== undefined && <Connected onConnected={onConnected} />}
    </section>
  );
}
