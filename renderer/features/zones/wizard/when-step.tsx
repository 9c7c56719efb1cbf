import type { SettleRule } from '../../../../shared/features/zones/model.ts';
import { SETTLE_WORDS } from '../../../../shared/features/zones/window-text.ts';
import { wizardWords } from '../../../../shared/features/zones/wizard-text.ts';
import { TextField } from '../../../components/fields/text-field.tsx';
import { Choice } from '../../../components/fields/checkbox.tsx';
import { setWish, useWizard } from '../stores/wizard.ts';
import { NumberField } from './number-field.tsx';
import { PaceFields } from './pace-fields.tsx';

const words = wizardWords.when;
type Kind = SettleRule['kind'];
const KINDS = Object.keys(SETTLE_WORDS) as Kind[];

/** Asks how it is known that a run is finished. */
export function WhenStep() {
  const { settle, quietSeconds } = useWizard(({ wish }) => wish);
  return (
    <>
      <Choice<Kind>
        label={words.label}
        value={settle.kind}
        options={KINDS.map(value => ({ value, ...SETTLE_WORDS[value] }))}
        onChange={kind => setWish({ settle: kind === 'marker' ? { kind, name: '' } : { kind } })}
      />
      {settle.kind === 'marker' ? (
        <TextField
          label={words.marker}
          hint={words.markerHint}
          value={settle.name}
          onChange={name => setWish({ settle: { kind: 'marker', name } })}
          maxLength={200}
        />
      ) : null}
      <NumberField
        label={words.quiet}
        hint={words.quietHint}
        value={quietSeconds}
        least={0}
        most={3600}
        onChange={seconds => setWish({ quietSeconds: seconds ?? 0 })}
      />
      <PaceFields />
    </>
  );
}
