import { File, Module, ready } from 'h5wasm';

import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';

/** Parts of this size are read, in bytes. */
const BLOCK = MIB / 4;
/** So many parts are remembered between two questions. */
const MOST_KEPT = 256;
/** A question that needs more bytes is given up. */
const MOST_FOR_ONE = 160 * MIB;
/** A chain of places that name one another is followed this far. */
const MOST_ROUNDS = 2000;
/** The library's memory never grows beyond this, so that a block that unpacks without end fails. */
const MOST_MEMORY = 256 * MIB;
/** "Input or output error", as the library's system calls number it. */
const EIO = 29;

/** What the library's file system tells of an open device. */
interface DeviceStream {
  seekable?: boolean;
  position: number;
}

/**
 * An HDF5 file that is read in parts. The library asks for bytes at once, but they only come later: a question that
 * misses some fails like one to a disk that cannot be read, the bytes are fetched, and the question is asked again.
 */
export class Hdf5File {
  readonly #bytes: FileBytes;
  readonly #blocks = new Map<number, Uint8Array>();
  readonly #missed = new Set<number>();
  #root: File | null = null;

  private constructor(bytes: FileBytes) {
    this.#bytes = bytes;
  }

  /** @throws UnreadableError when it is none. */
  static async open(bytes: FileBytes): Promise<Hdf5File> {
    limitMemory();
    await ready;
    quiet();
    const file = new Hdf5File(bytes);
    const path = file.#mount();
    file.#root = await file
      .ask(() => new File(path, 'r'))
      .catch((thrown: unknown) => {
        throw thrown instanceof UnreadableError ? thrown : new UnreadableError(archiveTexts.damaged);
      });
    return file;
  }

  get root(): File {
    if (this.#root === null) throw new UnreadableError(archiveTexts.damaged);
    return this.#root;
  }

  /** Asks the library something, as often as bytes are missing. @throws what the library throws once it has all bytes. */
  async ask<T>(question: () => T): Promise<T> {
    this.#forget();
    let fetched = 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      this.#missed.clear();
      const answer = attempt(question);
      if (this.#missed.size === 0) {
        if ('thrown' in answer) throw answer.thrown;
        return answer.value;
      }
      fetched += this.#missed.size * BLOCK;
      if (fetched > MOST_FOR_ONE) break;
      await Promise.all([...this.#missed].map(block => this.#fetch(block)));
    }
    throw new UnreadableError(archiveTexts.bomb);
  }

  async #fetch(block: number): Promise<void> {
    const from = block * BLOCK;
    this.#blocks.set(block, await this.#bytes.read(from, Math.min(from + BLOCK, this.#bytes.sizeBytes)));
  }

  #forget(): void {
    const excess = this.#blocks.size - MOST_KEPT;
    for (const block of [...this.#blocks.keys()].slice(0, Math.max(0, excess))) this.#blocks.delete(block);
  }

  /** Makes the file one of the library's own file system, where nothing else is. */
  #mount(): string {
    const FS = fileSystem();
    const number = ++mounted;
    const device = FS.makedev(200 + (number >> 8), number & 0xff);
    FS.registerDevice(device, {
      open: (stream: DeviceStream) => {
        stream.seekable = true;
      },
      close: () => undefined,
      llseek: (stream: DeviceStream, offset: number, from: number) =>
        offset + (from === 1 ? stream.position : from === 2 ? this.#bytes.sizeBytes : 0),
      read: (_: DeviceStream, into: Int8Array, ...[at, length, position]: readonly [number, number, number]) =>
        this.#give(into.subarray(at, at + length), position),
    });
    const path = `/file-${number}`;
    FS.mkdev(path, 0o444, device);
    const { node } = FS.lookupPath(path);
    const { getattr } = node.node_ops;
    const { sizeBytes } = this.#bytes;
    const asFile = (of: unknown): object => ({ ...getattr(of), size: sizeBytes, mode: 0o100444 });
    node.node_ops = { ...node.node_ops, getattr: asFile };
    return path;
  }

  #give(into: Int8Array, position: number): number {
    const end = Math.min(position + into.length, this.#bytes.sizeBytes);
    if (position < 0 || end <= position) return 0;
    const first = Math.floor(position / BLOCK);
    const last = Math.floor((end - 1) / BLOCK);
    if ((last - first) * BLOCK > MOST_FOR_ONE) throw new UnreadableError(archiveTexts.bomb);
    for (let block = first; block <= last; block += 1) if (!this.#blocks.has(block)) this.#missed.add(block);
    if (this.#missed.size > 0) {
      const { ErrnoError } = fileSystem();
      throw new ErrnoError(EIO);
    }
    for (let block = first; block <= last; block += 1) {
      const own = this.#blocks.get(block) ?? new Uint8Array();
      const from = Math.max(position, block * BLOCK);
      const to = Math.min(end, (block + 1) * BLOCK);
      into.set(own.subarray(from - block * BLOCK, to - block * BLOCK), from - position);
    }
    return end - position;
  }
}

let mounted = 0;

type Answer<T> = { readonly value: T } | { readonly thrown: unknown };

function attempt<T>(question: () => T): Answer<T> {
  try {
    return { value: question() };
  } catch (thrown) {
    return { thrown };
  }
}

/** What is used of the library's own file system, which its types leave out. */
interface FileSystem {
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: object): void;
  mkdev(path: string, mode: number, device: number): void;
  lookupPath(path: string): { readonly node: { node_ops: { getattr(of: unknown): object } } };
  readonly ErrnoError: new (code: number) => Error;
  readonly streams: readonly ({ stream_ops: object } | null)[];
}

function fileSystem(): FileSystem {
  return (Module as unknown as { readonly FS: FileSystem }).FS;
}

/** The library prints where it failed, with its whole stack, each time that bytes are missing. */
function quiet(): void {
  const { streams } = fileSystem();
  for (const stream of streams.slice(1, 3))
    if (stream !== null)
      stream.stream_ops = {
        ...stream.stream_ops,
        write: (_: unknown, __: unknown, ___: number, length: number) => length,
      };
}

/** As much of WebAssembly as is used, which common code has no types of. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface WithMemory {
  readonly WebAssembly: { readonly Memory: { readonly prototype: WasmMemory } };
}

let isLimited = false;

/** The library reserves nothing by itself, but grows as far as two gigabytes. It is told "no more" before. */
function limitMemory(): void {
  if (isLimited) return;
  isLimited = true;
  const { prototype } = (globalThis as unknown as WithMemory).WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function growWithin(this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * 65_536 > MOST_MEMORY) throw new RangeError('No more memory is given.');
    return grow.call(this, pages);
  };
}
