import { existsSync, readFileSync } from 'node:fs';

import type { ControlEvent } from './stand-in/control.ts';
import type { MenuLine } from './stand-in/menus.ts';

/** What a desktop would show at a moment. */
export interface DesktopPicture {
  readonly title: string;
  /** A picture of the window as PNG; null: it is not on show. */
  readonly window: Buffer | null;
  readonly tray: { readonly picture: string; readonly toolTip: string; readonly lines: readonly MenuLine[] } | null;
  /** The menu is open. */
  readonly showsMenu: boolean;
  readonly question: { readonly message: string; readonly detail: string; readonly buttons: readonly string[] } | null;
  readonly notification: { readonly title: string; readonly body: string } | null;
}

/** A page that draws it: the window is real, what belongs to the system is drawn from what the shell told it. */
export function pageOf({ title, window, tray, showsMenu, question, notification }: DesktopPicture): string {
  const shot = window === null ? '' : `<img class="window" src="data:image/png;base64,${window.toString('base64')}">`;
  return `<!doctype html><meta charset="utf-8"><style>${LOOKS}</style>
<div class="bar"><b>${escaped(title)}</b><span class="tip">${escaped(tray?.toolTip ?? 'No tray')}</span>${iconOf(tray?.picture)}</div>
<div class="desk">${shot}
${showsMenu && tray !== null ? `<div class="menu">${linesOf(tray.lines)}</div>` : ''}
${notification === null ? '' : `<div class="notice"><b>${escaped(notification.title)}</b>${escaped(notification.body)}</div>`}
${question === null ? '' : questionOf(question)}</div>`;
}

/** The last question or notification among what was told, from a place in it on. */
export function lastOf<T>(events: readonly ControlEvent[], name: string, from: number): T | null {
  return (events.slice(from).findLast(({ event }) => event === name)?.details ?? null) as T | null;
}

function iconOf(picture: string | undefined): string {
  if (picture === undefined) return '';
  const large = picture.replace(/\.png$/, '@2x.png');
  const file = [large, picture].find(each => existsSync(each));
  const name = /([\w-]+)\.png$/.exec(picture)?.[1] ?? '';
  if (file === undefined) return `<span class="icon">[${escaped(name)}]</span>`;
  return `<img class="icon" alt="" src="data:image/png;base64,${readFileSync(file).toString('base64')}">`;
}

function linesOf(lines: readonly MenuLine[]): string {
  return lines
    .map(({ label, isEnabled, isChecked, entries }) => {
      const inner = entries.length === 0 ? '' : `<div class="inner">${linesOf(entries)}</div>`;
      const mark = isChecked ? '✓ ' : '';
      return `<div class="${isEnabled ? '' : 'off'}">${mark}${escaped(label)}${entries.length === 0 ? '' : ' ▸'}</div>${inner}`;
    })
    .join('');
}

function questionOf({ message, detail, buttons }: NonNullable<DesktopPicture['question']>): string {
  const all = buttons.map(label => `<span class="button">${escaped(label)}</span>`).join('');
  return `<div class="veil"><div class="question"><b>${escaped(message)}</b><p>${escaped(detail)}</p>${all}</div></div>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const LOOKS = `
body { margin: 0; width: 1280px; font: 13px/1.5 system-ui, sans-serif; background: #9fb3ab; color: #18211e; }
.bar { display: flex; gap: 12px; align-items: center; height: 32px; padding: 0 14px; background: #f3f6f4; }
.bar b { flex: 1; } .icon { height: 20px; } .desk { position: relative; height: 800px; overflow: hidden; }
.window { width: 1280px; height: 800px; display: block; }
.menu { position: absolute; top: 4px; right: 10px; min-width: 240px; padding: 6px 0; background: #fff; border-radius: 8px; box-shadow: 0 6px 24px #0006; }
.menu div { padding: 2px 14px; } .menu .inner { padding: 0 0 0 14px; color: #45524d; } .off { color: #5b6963; }
.notice { position: absolute; top: 12px; right: 12px; width: 300px; padding: 12px 14px; background: #fff; border-radius: 10px; box-shadow: 0 6px 24px #0006; }
.notice b, .question b { display: block; } .veil { position: absolute; inset: 0; display: grid; place-items: center; background: #0005; }
.question { width: 420px; padding: 20px; background: #fff; border-radius: 12px; } .button { margin-right: 8px; padding: 5px 14px; border: 1px solid #7c8a83; border-radius: 6px; }`;
