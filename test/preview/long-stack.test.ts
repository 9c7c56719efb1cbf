import { describe, expect, test } from 'vitest';

import { portOf } from '../../renderer/features/preview/sections/port-of.ts';
import { stackAsks } from '../../renderer/features/preview/stack/stack-requests.ts';
import { serveFile } from '../../shared/preview/formats/file-port.ts';
import { pictureReading } from '../../shared/preview/plain/picture-facts.ts';
import { planeWords } from '../../shared/preview/tiff/stack-axes.ts';
import { planeBytes } from '../../shared/preview/tiff/plane-bytes.ts';
import { PlaneLists, readTiff } from '../../shared/preview/tiff/tiff-directory.ts';
import { decodePlane } from '../../shared/preview/tiff/tiff-plane.ts';
import { UnreadableError } from '../../shared/preview/unreadable.ts';
import { MIB } from '../../shared/units.ts';
import { counted } from './formats/fixtures.ts';
import { longStack } from './files/long-stack.ts';
import { cellStack, tiffOf } from './files/tiff.ts';

/** Two gigabytes. */
const LONG = { planes: 1000, width: 1024, height: 1024 } as const;

test('of a file of any length only the lists of planes are read, and the plane that is shown', async () => {
  const whole = cellStack();
  const tiff = readTiff(whole);
  const file = counted(Buffer.concat([whole, Buffer.alloc(30 * MIB)]));
  expect(await new PlaneLists(file).more(Infinity)).toEqual(tiff);
  expect(file.readBytes).toBeLessThan(MIB);
  for (const plane of tiff.planes) {
    const own = await planeBytes(file, plane);
    expect(await decodePlane(own.bytes, tiff, own.plane)).toEqual(await decodePlane(whole, tiff, plane));
  }
});

test('a file whose lists lead in a circle, or behind its end, is refused when it is read in parts', async () => {
  const whole = Buffer.from(cellStack());
  await expect(new PlaneLists(counted(whole.subarray(0, 40))).more(1)).rejects.toThrow(UnreadableError);
  const circle = Buffer.from(tiffOf([{ width: 2, height: 1, bits: 8, pieces: [Uint8Array.of(1, 2)] }]));
  const at = circle.readUInt32LE(4);
  circle.writeUInt32LE(at, at + 2 + circle.readUInt16LE(at) * 12);
  await expect(new PlaneLists(counted(circle)).more(Infinity)).rejects.toThrow('damaged');
});

test('a list that says it has more fields than any is not read', async () => {
  const big = Buffer.alloc(16 * MIB);
  big.write('II');
  big.writeUInt16LE(43, 2);
  big.writeUInt16LE(8, 4);
  big.writeBigUInt64LE(16n, 8);
  big.writeBigUInt64LE(800_000n, 16);
  const read = counted(big);
  await expect(new PlaneLists(read).more(1)).rejects.toThrow('damaged');
  expect(read.readBytes).toBeLessThan(MIB);
});

describe('of a picture of 1,000 planes in 2 GB', () => {
  test.each([1, 64])('the first look reads one list and one plane, which is in %i pieces', async strips => {
    const file = longStack({ ...LONG, strips });
    const { port1, port2 } = new MessageChannel();
    serveFile(portOf(port1), file.read, () => undefined);
    const asks = stackAsks();
    const first = await asks.openParts({ sizeBytes: file.sizeBytes, port: port2 });
    expect([first.planes, first.hasMore, planeWords(0, first)]).toEqual([1, true, '1 of at least 1']);
    expect(await asks.plane({ at: 0 })).toMatchObject({ width: 1024, height: 1024 });
    expect(file.reads).toBeLessThanOrEqual(5);
    expect(file.readBytes).toBeLessThan(2 * MIB + 64 * 1024);
    let known = first;
    while (known.hasMore) known = await asks.more({ planes: 128 });
    expect([known.planes, planeWords(0, known)]).toEqual([1000, '1 of 1,000']);
    port1.close();
    port2.close();
  });

  test.each([1, 64])('all lists are read in a few goes, of planes in %i pieces', async strips => {
    const file = longStack({ ...LONG, strips });
    const lists = new PlaneLists(file);
    const { planes, hasMore } = await lists.more(Infinity, 25);
    expect([planes.length, hasMore]).toEqual([1000, false]);
    expect(file.readBytes).toBeLessThan(20 * MIB);
  });

  test('lists that are in no even steps are read as far as is worth waiting for, which is said', async () => {
    const file = longStack({ ...LONG, strips: 1, gapAfter: plane => ((plane * 7919) % 64) * 4096 });
    const tiff = await new PlaneLists(file).more(Infinity, 100);
    expect(tiff.hasMore).toBe(true);
    expect(tiff.planes.length).toBeGreaterThan(40);
    expect(tiff.planes.length).toBeLessThan(1000);
    const reading = pictureReading(tiff);
    expect(reading.lines).toContain(`Planes: at least ${tiff.planes.length}; the others were not looked for`);
    expect(reading.picture).toMatchObject({ hasMore: true, axes: null });
    expect((await new PlaneLists(file).more(Infinity)).planes.length).toBe(1000);
  });
});
