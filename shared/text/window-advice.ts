import { shownName } from './shown-name.ts';

/** What a sentence of the engine says for a terminal, and what is to be done in the window instead. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/To have (it|them) here again: benchtop keep PATH/g, 'To have $1 here again, choose Keep offline.'],
  [/ To see more: benchtop why PATH/g, ''],
  [/say where it is now: benchtop mirror move\.?/g, 'say where it is now.'],
  [/Go on with it there: benchtop mirror move .*$/gs, 'Say where it is now in Settings, under Folders.'],
  [/ \(benchtop (?:problems (?:allow|take)|undo|config set olderVersionsMaxBytes BYTES)\)/g, ''],
  [/ \(benchtop problems move-copy .*? --to FOLDER\)/gs, ''],
  [
    /To keep it at the service too: benchtop problems move-copy .*? --to FOLDER/gs,
    'To keep it at the service too, copy it to a folder of your own under Attention.',
  ],
  [/need not be here: benchtop free PATH/g, 'need not be here with Free up space.'],
  [/Resume everything: benchtop resume/g, 'Resume everything.'],
  [
    /To go on all the same: benchtop config set \S+ go-on/g,
    'To go on all the same, change that in Settings, under Power.',
  ],
  [/ To (?:send it again|begin one|try again|change that): benchtop (?:org|export|projects) .*$/gs, ''],
  [/To choose one: benchtop account switch ORGANIZATION/g, 'Choose one on the page of your account.'],
  [/, or choose another one: benchtop zones change\./g, ', or choose another one under Change.'],
  [
    /To send what the zone left alone: benchtop zones change .*? --everything/gs,
    'Send them with the button on its card.',
  ],
  [/To stop mirroring it: benchtop mirror remove/g, 'To stop syncing it, go to Settings, under Folders.'],
];

/** A sentence that only leads to a command; what says what happened stands before it. */
const ONLY_A_COMMAND = / (?:See|Take one from|Command): benchtop [A-Za-z -]+(?=$|\. )/g;

/** Advice without the commands that carry it out. */
export function withoutCommands(text: string): string {
  return INSTEAD.reduce((so, [told, instead]) => so.replace(told, instead), text).replace(ONLY_A_COMMAND, '');
}

/**
 * Sentences of the engine as the window says them: without commands, which are for who works in a terminal, and with
 * everything written out that would turn them around: they quote names.
 */
export function inWindow(text: string): string {
  return shownName(withoutCommands(text).replaceAll(/\s*\n\s*/g, ' '));
}
