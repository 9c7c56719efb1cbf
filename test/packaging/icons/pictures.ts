import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sizes of the app's icon, in pixels. */
export const ICON_SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024] as const;
/** Those inside the icon for Windows. */
export const ICO_SIZES: readonly number[] = [16, 24, 32, 48, 64, 128, 256];
/** What the tray shows: a group of `assets/tray.svg` each. */
export const TRAY_STATES = ['in-step', 'syncing', 'paused', 'attention', 'offline'] as const;

/** What is added to a state's name: for light bars, for dark ones, and for macOS, which colours it itself. */
export const TRAY_LOOKS = { '': '#1a1a1a', '-dark': '#ffffff', Template: '#000000' } as const;
/** And for screens with twice the dots. */
export const TRAY_SIZES = { '': 16, '@2x': 32 } as const;

/** The margin of the app's icon, in its own units, which sizes below this many pixels do without. */
const ROOMY_FROM = 64;
const WHOLE = 'viewBox="0 0 1024 1024"';
const CLOSE = 'viewBox="48 48 928 928"';

/** What one picture is drawn from. */
export interface Drawing {
  /** Seen from `assets`. */
  readonly file: string;
  readonly size: number;
  readonly svg: string;
}

/** All pictures that are drawn from the two drawings. */
export function drawings(root: string): readonly Drawing[] {
  const icon = read(root, 'icon.svg');
  const tray = read(root, 'tray.svg');
  const icons = ICON_SIZES.map(size => ({
    file: `icons/${size}x${size}.png`,
    size,
    svg: size < ROOMY_FROM ? icon.replace(WHOLE, CLOSE) : icon,
  }));
  const trays = TRAY_STATES.flatMap(state =>
    Object.entries(TRAY_LOOKS).flatMap(([look, colour]) =>
      Object.entries(TRAY_SIZES).map(([dots, size]) => ({
        file: `tray/${state}${look}${dots}.png`,
        size,
        svg: onlyState(tray, state).replaceAll('currentColor', colour),
      })),
    ),
  );
  return [...icons, ...trays];
}

function onlyState(tray: string, state: string): string {
  return TRAY_STATES.filter(each => each !== state).reduce(
    (svg, each) => svg.replace(new RegExp(`<g id="${each}">[\\s\\S]*?</g>`), ''),
    tray,
  );
}

/** What the pictures were made from: a hash of both drawings. */
export function hashOfDrawings(root: string): string {
  const hash = createHash('sha256');
  for (const name of ['icon.svg', 'tray.svg']) hash.update(read(root, name));
  return hash.digest('hex');
}

function read(root: string, name: string): string {
  return readFileSync(join(root, 'assets', name), 'utf8');
}
