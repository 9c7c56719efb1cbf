import { useEffect } from 'react';

import type { RemoteFolderInfo } from '../../../../shared/features/set-up/model.ts';
import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { Button } from '../../../components/controls/button.tsx';
import { type ChoiceBranch, ChoiceTree } from '../../../components/controls/choice-tree.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Choice } from '../../../components/fields/checkbox.tsx';
import { foldersBelow, chooseFolders, chooseMyFolder, readFolders, TOP, setUnfolded } from '../stores/folder-choice.ts';
import { goToStep, setKeeps, type SetUp, useSetUp } from '../stores/set-up.ts';
import { StepFrame } from './step-frame.tsx';
import layout from '../../../components/layout/layout.module.css';

const texts = enterTexts.folders;

/** Asks which folders are kept here. Nothing is ticked, and not to keep any is the first answer. */
export function FoldersStep() {
  const { keeps, chosen, fault } = useSetUp();
  const isReady = !keeps || chosen.size > 0;
  const next = (
    <Button look="main" isDisabled={!isReady} onPress={() => goToStep('review')}>
      {texts.review}
    </Button>
  );
  return (
    <StepFrame step="folders" title={texts.title} onBack={() => goToStep('place')} next={next}>
      <Choice
        label={texts.label}
        value={keeps ? 'keep' : 'browse'}
        onChange={chosenWay => setKeeps(chosenWay === 'keep')}
        options={[
          { value: 'browse', label: texts.browse, hint: texts.browseHint },
          { value: 'keep', label: texts.keep, hint: texts.keepHint },
        ]}
      />
      {keeps ? <Folders nothing={texts.nothing} /> : null}
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={enterTexts.serviceSaid} />}
    </StepFrame>
  );
}

/** The folders of the service, to be ticked. `nothing` is said while none is. */
export function Folders({ nothing = texts.nothingYet }: { readonly nothing?: string }) {
  const setUp = useSetUp();
  const { folders, chosen, unfolded, busy } = setUp;
  useEffect(() => void readFolders(TOP), []);
  const top = folders.get(TOP);
  const branches = branchesOf(TOP, { setUp, isCovered: false, isKept: false });
  const covered = [...chosen].flatMap(id => foldersBelow(id, folders));
  return (
    <>
      <div className={layout['wideToolbar']}>
        <Button onPress={() => void chooseMyFolder()} isDisabled={busy !== null}>
          {texts.myFolder}
        </Button>
        <span className={layout['faint']}>{texts.myFolderHint}</span>
      </div>
      {branches.length === 0 ? (
        <p className={layout['faint']}>{top === undefined || top === 'reading' ? texts.reading : texts.none}</p>
      ) : (
        <ChoiceTree
          label={texts.tree}
          branches={branches}
          ticked={new Set([...chosen, ...covered])}
          unfolded={unfolded}
          onTick={ticked => chooseFolders(withoutCovered(ticked, chosen, covered))}
          onUnfold={setUnfolded}
        />
      )}
      <p className={layout['faint']}>{chosen.size === 0 ? nothing : texts.chosen(chosen.size)}</p>
    </>
  );
}

/** What is ticked only because the folder above it is, is not chosen when that one is let go. */
function withoutCovered(
  ticked: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
  covered: readonly string[],
): ReadonlySet<string> {
  const implied = new Set(covered.filter(id => !chosen.has(id)));
  return new Set([...ticked].filter(id => !implied.has(id)));
}

/** What is known, and what a folder above does for all below it: it is chosen, or kept here already. */
interface Above {
  readonly setUp: SetUp;
  readonly isCovered: boolean;
  readonly isKept: boolean;
}

function branchesOf(parent: string, at: Above): readonly ChoiceBranch[] {
  const found = at.setUp.folders.get(parent);
  if (found === undefined || typeof found === 'string') return [];
  return found.map(folder => branchOf(folder, at));
}

function branchOf(folder: RemoteFolderInfo, { setUp, isCovered, isKept: isAbove }: Above): ChoiceBranch {
  const { id, name, isSpecial, mirror } = folder;
  const isKept = isAbove || mirror !== null;
  const inside = setUp.folders.get(id);
  const isEmpty = inside !== undefined && typeof inside !== 'string' && inside.length === 0;
  const branches = branchesOf(id, { setUp, isCovered: isCovered || setUp.chosen.has(id), isKept });
  return {
    id,
    name: shownName(name),
    note: isKept ? texts.mirrored : noteOf(folder, setUp),
    canUnfold: !isEmpty && sizeOf(id, setUp)?.folders !== 0,
    isFixed: isCovered || isSpecial || isKept,
    branches,
    unread: inside === 'unread' ? texts.unread : texts.reading,
  };
}

function sizeOf(id: string, { sizes }: SetUp) {
  const size = sizes.get(id);
  return size === undefined || size === 'unread' ? null : size;
}

function noteOf({ id, isSpecial }: RemoteFolderInfo, setUp: SetUp): string {
  if (isSpecial) return texts.special;
  const size = setUp.sizes.get(id);
  if (size === undefined) return texts.counting;
  return size === 'unread' ? texts.unread : texts.holds(size.files, size.bytes, size.isWhole);
}
