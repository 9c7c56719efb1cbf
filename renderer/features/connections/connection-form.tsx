import { useState } from 'react';

import type { Input } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { AskedScope, ConnectionInfo } from '../../../shared/features/connections/model.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { Checkbox, Choice } from '../../components/fields/checkbox.tsx';
import { addConnection, editConnection } from './stores/list.ts';
import { goTo } from '../../state/navigation.ts';
import { HeaderFields, type HeaderLine, headersIn } from './header-fields.tsx';
import { listedIn } from './listed-in.ts';

const words = connectionsWords.form;

/** What a new connection begins with. */
export interface Beginning {
  readonly name: string;
  readonly url: string;
  readonly transport: string;
  /** It comes from the public registry. */
  readonly isStrange: boolean;
}

interface Typed {
  readonly name: string;
  readonly url: string;
  readonly transport: string;
  readonly tools: string;
  readonly scope: AskedScope;
  readonly connect: boolean;
  /** Null: the headers stay as they are. */
  readonly headers: readonly HeaderLine[] | null;
}

/** Adds a connection (`old` null) or changes one. What is typed as a secret lives in these fields until it is sent. */
export function ConnectionForm(props: {
  readonly old: ConnectionInfo | null;
  readonly begin?: Beginning;
  readonly onClose: () => void;
}) {
  const { old, begin, onClose } = props;
  const [typed, setTyped] = useState<Typed>(() => startOf(old, begin));
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const set = (change: Partial<Typed>) => setTyped(now => ({ ...now, ...change }));
  const change = old === null ? null : changeOf(old, typed);
  const canAnswer =
    typed.name.trim() !== '' && (change === null ? typed.url.trim() !== '' : Object.keys(change).length > 0);
  const send = async () => {
    setBusy(true);
    const stopped =
      old === null || change === null ? await addConnection(wantedOf(typed)) : await editConnection(old, change);
    setBusy(false);
    setFault(stopped);
    if (stopped !== null) return;
    onClose();
    // Wherever it was begun: what came of it is said there, and seen.
    if (old === null) goTo({ screen: 'connections', tab: 'list' });
  };
  return (
    <Question
      title={old === null ? words.addTitle : words.editTitle(shownName(old.name))}
      yes={old === null ? words.add : words.save}
      isWide
      canAnswer={canAnswer}
      isBusy={isBusy}
      fault={fault}
      onYes={() => void send()}
      onClose={onClose}
    >
      {begin?.isStrange === true ? <Notice tone="wait">{words.strangers}</Notice> : null}
      <TextField label={words.name} value={typed.name} onChange={name => set({ name })} maxLength={255} isFirst />
      <TextField
        label={words.url}
        hint={words.urlHint}
        value={typed.url}
        onChange={url => set({ url })}
        maxLength={2000}
      />
      {old !== null && old.headers.length > 0 && typed.headers === null && isMoved(old, typed.url) ? (
        <Notice tone="wait">{words.moved}</Notice>
      ) : null}
      <HeaderFields old={old} lines={typed.headers} onChange={headers => set({ headers })} />
      <Manner typed={typed} set={set} />
      {old === null ? <ForNew typed={typed} set={set} /> : null}
    </Question>
  );
}

interface PartProps {
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
}

/** How it is spoken to, and what may be used of it. */
function Manner({ typed, set }: PartProps) {
  return (
    <>
      <TextField
        label={words.transport}
        hint={words.transportHint}
        value={typed.transport}
        onChange={transport => set({ transport })}
        maxLength={50}
      />
      <TextField
        label={words.tools}
        hint={words.toolsHint}
        value={typed.tools}
        onChange={tools => set({ tools })}
        maxLength={5000}
      />
    </>
  );
}

function ForNew({ typed, set }: PartProps) {
  return (
    <>
      <Choice<AskedScope>
        label={words.forWhom}
        value={typed.scope}
        options={[
          { value: 'user', label: words.mine },
          { value: 'organization', label: words.organization, hint: words.organizationHint },
        ]}
        onChange={scope => set({ scope })}
      />
      <Checkbox isOn={typed.connect} onChange={connect => set({ connect })}>
        {words.connect}
      </Checkbox>
    </>
  );
}

function startOf(old: ConnectionInfo | null, begin: Beginning | undefined): Typed {
  const from = old ?? begin;
  return {
    name: from?.name ?? '',
    url: from?.url ?? '',
    transport: from?.transport ?? '',
    tools: old?.allowedTools?.join(', ') ?? '',
    scope: 'user',
    connect: true,
    headers: old === null ? [] : null,
  };
}

function wantedOf({ name, url, transport, tools, scope, connect, headers }: Typed): Input<'connections.add'> {
  const allowedTools = listedIn(tools);
  return {
    scope,
    name: name.trim(),
    url: url.trim(),
    transport: transport.trim() === '' ? null : transport.trim(),
    headers: headersIn(headers ?? []),
    allowedTools: allowedTools.length === 0 ? null : allowedTools,
    enabled: true,
    connect,
  };
}

/** What is another than before; an empty field of tools stands for all of them. */
function changeOf(old: ConnectionInfo, { name, url, transport, tools, headers }: Typed) {
  const allowedTools = listedIn(tools);
  const areSame = tools === (old.allowedTools?.join(', ') ?? '');
  const address = url.trim() === '' ? null : url.trim();
  return {
    ...(name.trim() === old.name ? {} : { name: name.trim() }),
    ...(address === old.url ? {} : { url: address }),
    ...(transport.trim() === (old.transport ?? '') || transport.trim() === '' ? {} : { transport: transport.trim() }),
    ...(areSame ? {} : { allowedTools: allowedTools.length === 0 ? null : allowedTools }),
    ...(headers === null ? {} : { headers: headersIn(headers) }),
  };
}

/** Whether an address leads to another server. */
function isMoved(old: ConnectionInfo, url: string): boolean {
  const origin = (text: string | null): string => (text !== null && URL.canParse(text) ? new URL(text).origin : '');
  return origin(url.trim()) !== origin(old.url);
}
