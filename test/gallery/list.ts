import { addressOf, SCREENS, STATES } from './scene.ts';
import { excuseOf } from './excuses.ts';
import { SCENES } from './scenes.ts';

/** Draws the list of all scenes as a table: a line per screen, a column per state. */
export function drawList(place: HTMLElement, isUnknown: boolean): void {
  const heading = element('h1', `Gallery: ${SCENES.length} scenes`);
  const about = element(
    'p',
    'Every screen in every state. The window is the real one; its engine is scripted, so nothing here is sent or kept. ' +
      'Add &theme=dark or &density=compact to an address.',
  );
  const table = element('table', '');
  table.append(line('th', ['', ...STATES]));
  for (const screen of SCREENS) {
    const row = line('th', [screen]);
    for (const state of STATES) row.append(cellOf(screen, state));
    table.append(row);
  }
  const frame = element('main', '');
  frame.className = 'gallery';
  frame.append(heading, ...(isUnknown ? [element('p', 'There is no such scene. These are all:')] : []), about, table);
  place.append(frame);
}

function cellOf(screen: (typeof SCREENS)[number], state: (typeof STATES)[number]): HTMLElement {
  const cell = element('td', '');
  for (const scene of SCENES) {
    if (scene.screen !== screen || scene.state !== state) continue;
    const link = document.createElement('a');
    link.href = addressOf(scene);
    link.textContent = scene.name ?? 'plain';
    cell.append(link, ' ');
  }
  const excuse = excuseOf(screen, state);
  if (excuse !== null) cell.append(element('small', excuse));
  return cell;
}

function line(tag: 'th' | 'td', texts: readonly string[]): HTMLElement {
  const row = element('tr', '');
  row.append(...texts.map(text => element(tag, text)));
  return row;
}

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
