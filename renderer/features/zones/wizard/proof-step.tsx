import type { ZoneWish } from '../../../../shared/features/zones/model.ts';
import { wizardWords } from '../../../../shared/features/zones/wizard-text.ts';
import { DateField } from '../../../components/fields/date-field.tsx';
import { Checkbox, Choice } from '../../../components/fields/checkbox.tsx';
import { setWish, useWizard } from '../stores/wizard.ts';
import { NumberField } from './number-field.tsx';
import layout from '../../../components/layout/layout.module.css';

const words = wizardWords.proof;
type Verify = ZoneWish['verify'];
const VERIFIES = Object.keys(words.verifies) as Verify[];

/** Asks how surely files are known to have arrived, and from when on they are sent. */
export function ProofStep() {
  const { verify, manifest, stalledAfterHours, wipeAfterDays } = useWizard(({ wish }) => wish);
  return (
    <>
      <Choice<Verify>
        label={words.verify}
        value={verify}
        options={VERIFIES.map(value => ({ value, ...words.verifies[value] }))}
        onChange={value => setWish({ verify: value })}
      />
      <Checkbox isOn={manifest} onChange={isOn => setWish({ manifest: isOn })}>
        {words.manifest}
      </Checkbox>
      <Start />
      <NumberField
        label={words.stalled}
        value={stalledAfterHours}
        least={1}
        most={720}
        onChange={hours => setWish({ stalledAfterHours: hours ?? 1 })}
      />
      <NumberField
        label={words.wipe}
        hint={words.wipeHint}
        value={wipeAfterDays}
        least={1}
        most={3650}
        canBeEmpty
        onChange={days => setWish({ wipeAfterDays: days })}
      />
    </>
  );
}

/** From when on runs are sent, by this computer's calendar. */
function Start() {
  const { wish, tested } = useWizard();
  const { startAt } = wish;
  return (
    <>
      <Choice<'all' | 'since'>
        label={words.start}
        value={startAt === null ? 'all' : 'since'}
        options={[
          { value: 'all', label: words.starts.all },
          { value: 'since', label: words.starts.since },
        ]}
        onChange={value => setWish({ startAt: value === 'all' ? null : dayStart(new Date()) })}
      />
      {tested === null || startAt !== null ? null : <p className={layout['faint']}>{words.there(tested.found)}</p>}
      {startAt === null ? null : (
        <DateField
          label={words.since}
          value={dayText(startAt)}
          onChange={text => {
            const at = new Date(`${text}T00:00:00`);
            if (!Number.isNaN(at.getTime())) setWish({ startAt: at.getTime() });
          }}
        />
      )}
    </>
  );
}

function dayStart(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

/** As `2026-11-20`. */
function dayText(ms: number): string {
  const at = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
