import type { Screen, State } from './scene.ts';

const FROM_HERE = 'It is read from this computer, so it is the same offline.';
const NO_PARTS = 'It comes whole or not at all.';
const OWN = 'Everybody may see and change what is on their own computer.';
const ALWAYS = 'There is always something in it.';

/** States that make no sense on a screen, and why. What is neither shown nor here fails a test. */
export const EXCUSES: { readonly [screen in Screen]?: { readonly [state in State]?: string } } = {
  address: {
    partial: 'An address answers or does not.',
    'no-permission': 'Nobody is known yet who could lack permission.',
    full: 'An address that was found leads to signing in.',
  },
  loose: {
    partial: 'It is never complete, and says so in the full state.',
    'no-permission': 'What may not be seen is not in it.',
  },
  archived: { partial: NO_PARTS, 'no-permission': 'What may not be seen is not in it.' },
  removed: { partial: NO_PARTS, offline: FROM_HERE, 'no-permission': OWN },
  acting: {
    empty: 'A question is about something.',
    partial: 'What could not be done is named once the rest is done.',
  },
  adding: {
    empty: 'Where nothing was chosen, nothing is asked.',
    offline: 'Adding needs no service: it is sent later.',
  },
  search: { 'no-permission': 'What may not be seen is not found.' },
  conflict: {
    empty: 'A conflict has two versions.',
    'no-permission': 'Keeping either version is always possible here.',
  },
  guard: {
    empty: 'A question is about something.',
    partial: 'It shows so many, and more when asked.',
    offline: FROM_HERE,
    'no-permission': OWN,
  },
  now: { 'no-permission': OWN },
  history: { partial: 'Older lines come when one comes near to them.', 'no-permission': OWN },
  checks: { partial: NO_PARTS, 'no-permission': OWN },
  why: { partial: NO_PARTS, offline: FROM_HERE, 'no-permission': OWN },
  rules: { empty: ALWAYS, partial: NO_PARTS, offline: FROM_HERE, 'no-permission': OWN },
  invitation: { empty: 'The empty field is part of the account in every state.', partial: NO_PARTS },
  projects: { partial: NO_PARTS },
  diagnostics: { 'no-permission': OWN },
  frame: { empty: ALWAYS },
};

/** Why there is no such scene; null when there should be one. */
export function excuseOf(screen: Screen, state: State): string | null {
  return EXCUSES[screen]?.[state] ?? null;
}
