import { useEffect, useState } from 'react';

import type { ZoneGrouping, ZonePreset } from '../../../../shared/features/zones/model.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { PRESET_WORDS } from '../../../../shared/features/zones/window-text.ts';
import { wizardWords } from '../../../../shared/features/zones/wizard-text.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { Select } from '../../../components/fields/select.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { Checkbox } from '../../../components/fields/checkbox.tsx';
import { setWish, testZone, useWizard } from '../stores/wizard.ts';
import { classes } from '../../../components/classes.ts';
import styles from './wizard.module.css';
import layout from '../../../components/layout/layout.module.css';

const words = wizardWords.what;
const PRESETS = Object.keys(PRESET_WORDS) as ZonePreset[];
const GROUPINGS = Object.keys(words.groupings) as ZoneGrouping[];

/** Asks what is sent, beside what that finds now. */
export function WhatStep() {
  const { wish } = useWizard();
  const { preset, grouping, subfolders, include, exclude } = wish;
  useEffect(() => void testZone(), [preset, grouping, subfolders, include, exclude]);
  return (
    <>
      <Select<ZonePreset>
        label={words.preset}
        value={preset}
        options={PRESETS.map(value => ({ value, label: PRESET_WORDS[value] }))}
        onChange={value => setWish({ preset: value })}
      />
      <Select<ZoneGrouping>
        label={words.grouping}
        value={grouping}
        options={GROUPINGS.map(value => ({ value, label: words.groupings[value] }))}
        onChange={value => setWish({ grouping: value })}
      />
      <Checkbox isOn={subfolders} onChange={isOn => setWish({ subfolders: isOn })}>
        {words.subfolders}
      </Checkbox>
      <Globs label={words.include} hint={words.includeHint} value={include} onChange={to => setWish({ include: to })} />
      <Globs label={words.exclude} hint={words.excludeHint} value={exclude} onChange={to => setWish({ exclude: to })} />
      <Matches />
    </>
  );
}

/** One in a line; what is typed stays as it is typed. */
function Globs(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: readonly string[];
  readonly onChange: (globs: string[]) => void;
}) {
  const { label, hint, value, onChange } = props;
  const [typed, type] = useState(() => value.join('\n'));
  return (
    <TextField
      kind="text"
      label={label}
      hint={hint}
      value={typed}
      onChange={text => {
        type(text);
        const globs = text.split('\n').map(line => line.trim());
        onChange(globs.filter(line => line !== '').slice(0, MOST));
      }}
    />
  );
}

/** Rules of each kind. */
const MOST = 200;

/** The first files that fit, and how many would be left out. */
function Matches() {
  const { tested, isTesting } = useWizard();
  if (tested === null) return <p className={layout['faint']}>{wizardWords.looking}</p>;
  const { wouldSend, wouldSendBytes, runs, rows, skipped } = tested.found;
  const sent = rows.filter(({ verdict }) => verdict === 'send');
  const left = Object.entries(skipped);
  return (
    <section className={layout['tight']} aria-label={words.found} aria-busy={isTesting}>
      <h3>{words.found}</h3>
      <p>{wouldSend === 0 ? words.nothing : words.fits(wouldSend, wouldSendBytes, runs)}</p>
      <ul className={classes(layout['scrolls'], styles['names'])}>
        {sent.map(({ path }) => (
          <li key={path}>
            <bdi>{shownName(path)}</bdi>
          </li>
        ))}
      </ul>
      <p className={layout['faint']}>
        {left.length === 0
          ? words.allFit
          : left.map(([verdict, files]) => `${formatCount(files, 'file')}: ${verdictText(verdict)}`).join('; ')}
      </p>
    </section>
  );
}

/** What happens with a file, in words; unknown words are shown as they are. */
export function verdictText(verdict: string): string {
  const known: { readonly [verdict: string]: string } = zoneTexts.verdicts;
  return known[verdict] ?? shownName(verdict);
}
