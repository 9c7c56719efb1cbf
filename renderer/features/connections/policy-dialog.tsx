import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { ProviderInfo, ProviderPolicy } from '../../../shared/features/connections/model.ts';
import { levelText, methodTitle } from '../../../shared/features/connections/text.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Question } from '../../components/overlay/question.tsx';
import { Select } from '../../components/fields/select.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import { setPolicy, catalogue } from './stores/offers.ts';
import styles from './connections.module.css';
import { listedIn } from './listed-in.ts';

const words = connectionsWords.rules;
const LEVELS = ['read', 'read-write'];

/** What the organization allows of a provider. What the service does not tell is not asked for. */
export function PolicyDialog({ provider, onClose }: { readonly provider: ProviderInfo; readonly onClose: () => void }) {
  const now = catalogue.use(({ value }) => value?.find(({ id }) => id === provider.id) ?? provider);
  const { policy } = now;
  const [change, setChange] = useState<Partial<ProviderPolicy>>({});
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  if (policy === null) return null;
  const set = (more: Partial<ProviderPolicy>) => setChange(before => ({ ...before, ...more }));
  const send = async () => {
    setBusy(true);
    const stopped = await setPolicy(now, onlyNew(policy, change));
    setBusy(false);
    setFault(stopped);
    if (stopped === null) onClose();
  };
  return (
    <Question
      title={words.title(shownName(now.name))}
      yes={words.save}
      isWide
      canAnswer={Object.keys(onlyNew(policy, change)).length > 0}
      isBusy={isBusy}
      fault={fault}
      onYes={() => void send()}
      onClose={onClose}
    >
      <p>{words.about}</p>
      <Fields provider={now} policy={{ ...policy, ...change }} set={set} />
    </Question>
  );
}

interface FieldsProps {
  readonly provider: ProviderInfo;
  readonly policy: ProviderPolicy;
  readonly set: (change: Partial<ProviderPolicy>) => void;
}

function Fields({ provider, policy, set }: FieldsProps) {
  const { enabled, methods, groups, customEndpoint, domains, accessLevel } = policy;
  return (
    <>
      {enabled === null ? null : (
        <Checkbox isOn={enabled} onChange={isOn => set({ enabled: isOn })}>
          {words.enabled}
        </Checkbox>
      )}
      {methods === null ? null : (
        <Several
          label={words.methods}
          all={provider.methods}
          chosen={methods}
          textOf={methodTitle}
          onChange={next => set({ methods: next })}
        />
      )}
      {groups === null ? null : (
        <Several
          label={words.groups}
          all={provider.groups.map(({ id }) => id)}
          chosen={groups}
          textOf={id => id}
          onChange={next => set({ groups: next })}
        />
      )}
      {customEndpoint === null ? null : (
        <Checkbox isOn={customEndpoint} onChange={isOn => set({ customEndpoint: isOn })}>
          {words.customEndpoint}
        </Checkbox>
      )}
      {domains === null ? null : <Domains domains={domains} onChange={next => set({ domains: next })} />}
      {accessLevel === null ? null : (
        <Select<string>
          label={words.level}
          value={accessLevel}
          options={[...new Set([...LEVELS, accessLevel])].map(value => ({ value, label: shownName(levelText(value)) }))}
          onChange={value => set({ accessLevel: value })}
        />
      )}
    </>
  );
}

/** Boxes for all choices of the provider and all that are chosen, also those that only one of the two lists names. */
function Several(props: {
  readonly label: string;
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly textOf: (word: string) => string;
  readonly onChange: (chosen: string[]) => void;
}) {
  const { label, all, chosen, textOf, onChange } = props;
  // What is unticked stays in sight until it is saved.
  const [known] = useState(() => [...new Set([...all, ...chosen])]);
  if (known.length === 0) return null;
  return (
    <fieldset className={styles['group']}>
      <legend>{label}</legend>
      {known.map(word => (
        <Checkbox
          key={word}
          isOn={chosen.includes(word)}
          onChange={isOn => onChange(isOn ? [...chosen, word] : chosen.filter(each => each !== word))}
        >
          {shownName(textOf(word))}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Domains({
  domains,
  onChange,
}: {
  readonly domains: readonly string[];
  readonly onChange: (domains: string[]) => void;
}) {
  const [text, setText] = useState(domains.join(', '));
  return (
    <TextField
      label={words.domains}
      hint={words.domainsHint}
      value={text}
      maxLength={5000}
      onChange={typed => {
        setText(typed);
        onChange(listedIn(typed));
      }}
    />
  );
}

/** What is another than the service says. In lists the order means nothing. */
function onlyNew(policy: ProviderPolicy, change: Partial<ProviderPolicy>) {
  const { enabled, methods, groups, customEndpoint, domains, accessLevel } = change;
  const isNew = (one: readonly string[] | null | undefined, other: readonly string[] | null): one is string[] =>
    one !== undefined && one !== null && one.toSorted().join('\n') !== (other ?? []).toSorted().join('\n');
  return {
    ...(typeof enabled === 'boolean' && enabled !== policy.enabled ? { enabled } : {}),
    ...(isNew(methods, policy.methods) ? { methods } : {}),
    ...(isNew(groups, policy.groups) ? { groups } : {}),
    ...(typeof customEndpoint === 'boolean' && customEndpoint !== policy.customEndpoint ? { customEndpoint } : {}),
    ...(isNew(domains, policy.domains) ? { domains } : {}),
    ...(typeof accessLevel === 'string' && accessLevel !== policy.accessLevel ? { accessLevel } : {}),
  };
}
