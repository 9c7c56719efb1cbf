import { useEffect } from 'react';

import type { RemoteFolderInfo } from '../../../../shared/features/set-up/model.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { wizardWords } from '../../../../shared/features/zones/wizard-text.ts';
import { type ChoiceBranch, ChoiceTree } from '../../../components/controls/choice-tree.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import {
  chooseDestination,
  readZoneFolders,
  setWish,
  testZone,
  TOP,
  unfoldZoneFolders,
  useWizard,
  type Wizard,
} from '../stores/wizard.ts';
import styles from './wizard.module.css';
import layout from '../../../components/layout/layout.module.css';

const words = wizardWords.where;

/** Asks for the folder of the service, and how folders are made below it. */
export function WhereStep() {
  const { wish, tested } = useWizard();
  useEffect(() => void testZone(), [wish.layout]);
  const example = tested?.found.rows.find(({ to }) => to !== null) ?? null;
  return (
    <>
      <Folders />
      <TextField
        label={words.layout}
        hint={words.layoutHint}
        value={wish.layout}
        onChange={layout => setWish({ layout })}
        maxLength={1000}
      />
      {example?.to === null || example === null ? null : <Preview from={example.path} to={example.to} />}
      <p className={layout['faint']}>{words.never}</p>
    </>
  );
}

/** The whole path at the service that a file of the folder would get, with the folder that is chosen now. */
function Preview({ from, to }: { readonly from: string; readonly to: string }) {
  const { destinationPath } = useWizard();
  const names = (destinationPath === '' ? to : `${destinationPath}/${to}`).split('/').filter(name => name !== '');
  return (
    <section className={layout['sums']} aria-label={words.preview}>
      <p className={layout['faint']}>
        <bdi>{words.example(shownName(from))}</bdi>
      </p>
      <p className={styles['break']}>
        <bdi>
          {destinationPath === '' ? '… / ' : ''}
          {names.slice(0, -1).map(name => `${shownName(name)} / `)}
          <strong>{shownName(names.at(-1) ?? '')}</strong>
        </bdi>
      </p>
    </section>
  );
}

function Folders() {
  const wizard = useWizard();
  const { wish, folders, unfolded, destinationPath } = wizard;
  useEffect(() => void readZoneFolders(TOP), []);
  const top = folders.get(TOP);
  const branches = branchesOf(TOP, wizard);
  return (
    <>
      {branches.length === 0 ? (
        <p className={layout['faint']}>
          {top === undefined || top === 'reading' ? words.reading : top === 'unread' ? words.unread : words.none}
        </p>
      ) : (
        <ChoiceTree
          label={words.folders}
          branches={branches}
          ticked={new Set([wish.destination])}
          unfolded={unfolded}
          isSingle
          onTick={([chosen]) => (chosen === undefined ? undefined : chooseDestination(chosen))}
          onUnfold={unfoldZoneFolders}
        />
      )}
      <p className={styles['break']}>
        <bdi>{destinationPath === '' ? words.nothingChosen : words.chosen(shownName(destinationPath))}</bdi>
      </p>
    </>
  );
}

function branchesOf(parent: string, wizard: Wizard): readonly ChoiceBranch[] {
  const found = wizard.folders.get(parent);
  return found === undefined || typeof found === 'string' ? [] : found.map(folder => branchOf(folder, wizard));
}

function branchOf({ id, name, isSpecial, hasFolders }: RemoteFolderInfo, wizard: Wizard): ChoiceBranch {
  const inside = wizard.folders.get(id);
  const isEmpty = typeof inside === 'object' && inside.length === 0;
  return {
    id,
    name: shownName(name),
    note: isSpecial ? words.isSpecial : '',
    canUnfold: hasFolders !== false && !isEmpty,
    isFixed: isSpecial,
    branches: branchesOf(id, wizard),
    unread: inside === 'unread' ? words.unread : words.reading,
  };
}
