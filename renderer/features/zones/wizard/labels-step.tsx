import { useState } from 'react';

import type { OperatorRule } from '../../../../shared/features/zones/model.ts';
import { wizardWords } from '../../../../shared/features/zones/wizard-text.ts';
import { TextField } from '../../../components/fields/text-field.tsx';
import { Choice } from '../../../components/fields/checkbox.tsx';
import { setWish, useWizard } from '../stores/wizard.ts';

const words = wizardWords.labels;
type Kind = OperatorRule['kind'];
const KINDS = Object.keys(words.operators) as Kind[];
const NEW_RULES: { readonly [K in Kind]: OperatorRule } = {
  none: { kind: 'none' },
  fixed: { kind: 'fixed', name: '' },
  path: { kind: 'path', pattern: '' },
};

/** Asks what goes with each file. */
export function LabelsStep() {
  const { instrument, location, description, operator } = useWizard(({ wish }) => wish);
  return (
    <>
      <p>{words.about}</p>
      <TextField
        label={words.instrument}
        value={instrument}
        onChange={text => setWish({ instrument: text })}
        maxLength={200}
      />
      <TextField
        label={words.location}
        value={location}
        onChange={text => setWish({ location: text })}
        maxLength={200}
      />
      <Choice<Kind>
        label={words.operator}
        value={operator.kind}
        options={KINDS.map(value => ({ value, label: words.operators[value] }))}
        onChange={kind => setWish({ operator: NEW_RULES[kind] })}
      />
      <Operator operator={operator} />
      <Tags />
      <TextField
        kind="text"
        label={words.description}
        hint={words.descriptionHint}
        value={description}
        onChange={text => setWish({ description: text })}
        maxLength={2000}
      />
    </>
  );
}

function Operator({ operator }: { readonly operator: OperatorRule }) {
  if (operator.kind === 'none') return null;
  return operator.kind === 'fixed' ? (
    <TextField
      label={words.person}
      value={operator.name}
      onChange={name => setWish({ operator: { kind: 'fixed', name } })}
      maxLength={200}
    />
  ) : (
    <TextField
      label={words.pattern}
      hint={words.patternHint}
      value={operator.pattern}
      onChange={pattern => setWish({ operator: { kind: 'path', pattern } })}
      maxLength={200}
    />
  );
}

/** Divided by commas; what is typed stays as it is typed. */
function Tags() {
  const [typed, type] = useState(() => useWizard.getState().wish.tags.join(', '));
  return (
    <TextField
      label={words.tags}
      hint={words.tagsHint}
      value={typed}
      onChange={text => {
        type(text);
        const tags = text.split(',').map(tag => tag.trim().slice(0, LONGEST));
        setWish({ tags: tags.filter(tag => tag !== '').slice(0, MOST) });
      }}
    />
  );
}

/** Tags, and characters of one. */
const MOST = 50;
const LONGEST = 100;
