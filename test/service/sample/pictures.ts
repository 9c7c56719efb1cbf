import { crc32, deflateSync } from 'node:zlib';

import { seeded } from './seeded.ts';

/** Pictures drawn by code and written as PNG: a blot, curves, a plate, cells. */

/** A picture in grey (one byte) or colour (three bytes per point). */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly points: Uint8Array;
}

type Colour = readonly [number, number, number];

/** A Western blot: dark bands on a light membrane; `bands` are strengths from 0 to 1, one per lane. */
export function blot(bands: readonly (readonly number[])[], seed: number): Uint8Array {
  const lanes = bands[0]?.length ?? 0;
  const canvas = blank(60 + lanes * 58, 70 + bands.length * 110, 1);
  const dice = seeded(seed);
  for (let y = 0; y < canvas.height; y += 1) {
    for (let x = 0; x < canvas.width; x += 1) {
      let dark = dice.around(0.09 + 0.03 * Math.sin(x / 90) + 0.02 * Math.cos(y / 60), 0.012);
      for (const [rowIndex, row] of bands.entries()) {
        const left = Math.floor((x - 59) / 58);
        for (const lane of [left, left + 1])
          dark += darkOf(row[lane] ?? 0, x - (59 + lane * 58), y - (88 + rowIndex * 110));
      }
      canvas.points[y * canvas.width + x] = shade(1 - dark);
    }
  }
  return png(canvas, 1);
}

/** What a band adds at a spot this far from its middle; nothing of it reaches farther than into the next lane. */
function darkOf(strength: number, right: number, below: number): number {
  const across = right / 21;
  const smile = 4 * across * across;
  const down = (below + smile) / (5 + 3 * strength);
  return strength * 0.85 * Math.exp(-(across ** 6)) * Math.exp(-(down ** 2));
}

/** Dose responses on logarithmic axes, one colour per curve; `ic50` as a share of the axis. */
export function doseResponse(
  curves: readonly { ic50: number; floor: number; colour: Colour }[],
  seed: number,
): Uint8Array {
  const canvas = blank(640, 440, 3);
  canvas.points.fill(255);
  const dice = seeded(seed);
  for (let x = 70; x < 610; x += 1) for (let y = 40; y < 380; y += 68) dot(canvas, { x, y, colour: [232, 232, 236] });
  line(canvas, { x: 70, y: 380 }, { x: 612, y: 380 });
  line(canvas, { x: 70, y: 30 }, { x: 70, y: 380 });
  for (const { ic50, floor, colour } of curves) {
    const height = (share: number): number => 380 - 300 * (floor + (1 - floor) / (1 + 10 ** (6 * (share - ic50))));
    for (let x = 72; x < 606; x += 0.5) disc(canvas, { x, y: height((x - 72) / 534), colour, radius: 1.3 });
    for (let point = 0; point < 9; point += 1) {
      const share = 0.04 + point * 0.115;
      const x = 72 + 534 * share;
      const y = dice.around(height(share), 7);
      for (let up = -12; up <= 12; up += 1) disc(canvas, { x, y: y + up, colour, radius: 0.8 });
      disc(canvas, { x, y, colour, radius: 5 });
    }
  }
  return png(canvas, 3);
}

/** An MTT plate seen from above: 96 wells in violet, as deep as `depth` says for each column and row. */
export function plateView(depth: (column: number, row: number) => number): Uint8Array {
  const canvas = blank(12 * 46 + 60, 8 * 46 + 60, 3);
  canvas.points.fill(238);
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 12; column += 1) {
      const filled = Math.min(1, Math.max(0, depth(column, row)));
      const centre = { x: 52 + column * 46, y: 52 + row * 46 };
      disc(canvas, { ...centre, colour: [190, 190, 196], radius: 19 });
      disc(canvas, { ...centre, colour: [246 - 158 * filled, 236 - 200 * filled, 214 - 92 * filled], radius: 17 });
    }
  }
  return png(canvas, 3);
}

/** Cells in phase contrast: grey bodies with a bright rim, side by side; at most `count`, as many as find room. */
export function cells(count: number, seed: number): Uint8Array {
  const canvas = blank(560, 420, 1);
  const dice = seeded(seed);
  const light = new Float64Array(canvas.points.length).map(() => dice.around(0.5, 0.02));
  const placed: Cell[] = [];
  for (let attempt = 0; attempt < count * 12 && placed.length < count; attempt += 1) {
    const [x, y, turn] = [dice.next() * 560, dice.next() * 420, dice.next() * Math.PI];
    const cell: Cell = { x, y, turn, long: 13 + 8 * dice.next(), short: 8 + 4 * dice.next() };
    if (placed.some(other => Math.hypot(other.x - x, other.y - y) < 0.72 * (other.long + cell.long))) continue;
    placed.push(cell);
    stampCell(canvas, light, cell);
  }
  light.forEach((value, index) => {
    canvas.points[index] = shade(value);
  });
  return png(canvas, 1);
}

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly long: number;
  readonly short: number;
}

function stampCell(canvas: Canvas, light: Float64Array, cell: Cell): void {
  const reach = Math.ceil(Math.abs(cell.long) * 1.8);
  const [cos, sin] = [Math.cos(cell.turn), Math.sin(cell.turn)];
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const [x, y] = [Math.round(cell.x + dx), Math.round(cell.y + dy)];
      if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) continue;
      const along = (dx * cos + dy * sin) / cell.long;
      const beside = (dy * cos - dx * sin) / cell.short;
      const far = Math.hypot(along, beside);
      const change = -0.16 * Math.exp(-(far ** 4)) + 0.34 * Math.exp(-(((far - 1.15) / 0.13) ** 2));
      const at = y * canvas.width + x;
      light[at] = (light[at] ?? 0) + change;
    }
  }
}

function blank(width: number, height: number, channels: 1 | 3): Canvas {
  return { width, height, points: new Uint8Array(width * height * channels) };
}

function shade(light: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, light)));
}

function dot(canvas: Canvas, spot: { x: number; y: number; colour: Colour }): void {
  const [x, y] = [Math.round(spot.x), Math.round(spot.y)];
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return;
  canvas.points.set(spot.colour, (y * canvas.width + x) * 3);
}

function disc(canvas: Canvas, spot: { x: number; y: number; colour: Colour; radius: number }): void {
  const { x, y, colour, radius } = spot;
  for (let dy = -Math.ceil(radius); dy <= radius; dy += 1) {
    for (let dx = -Math.ceil(radius); dx <= radius; dx += 1) {
      if (Math.hypot(dx, dy) <= radius) dot(canvas, { x: x + dx, y: y + dy, colour });
    }
  }
}

function line(canvas: Canvas, from: { x: number; y: number }, to: { x: number; y: number }): void {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  for (let step = 0; step <= steps; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    disc(canvas, { x, y, colour: [40, 40, 48], radius: 1 });
  }
}

/** The picture as PNG (ISO/IEC 15948), 8 bits per channel, without filters. */
function png(canvas: Canvas, channels: 1 | 3): Uint8Array {
  const stride = canvas.width * channels;
  const raw = Buffer.alloc((stride + 1) * canvas.height);
  for (let y = 0; y < canvas.height; y += 1)
    raw.set(canvas.points.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(canvas.width, 0);
  header.writeUInt32BE(canvas.height, 4);
  header.set([8, channels === 1 ? 0 : 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
