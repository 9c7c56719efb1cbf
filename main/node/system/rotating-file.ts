import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** How large a file gets, and how many are kept, the newest included. */
export interface Rotation {
  readonly maxBytes: number;
  readonly maxFiles: number;
}

/**
 * A text file that never grows beyond its bound: when full it becomes `<path>.1`, the one before `<path>.2`, and so on.
 * Writing never throws: a log that cannot be written must not stop the product.
 */
export class RotatingFile {
  readonly #path: string;
  readonly #rotation: Rotation;
  #file: number | null = null;
  #sizeBytes = 0;

  /** @param path absolute; its folder is made when first needed. */
  constructor(path: string, rotation: Rotation) {
    this.#path = path;
    this.#rotation = rotation;
  }

  write(text: string): void {
    try {
      const file = this.#opened(Buffer.byteLength(text));
      this.#sizeBytes += writeSync(file, text);
    } catch {
      this.close();
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #opened(comingBytes: number): number {
    if (this.#file !== null && this.#sizeBytes + comingBytes > this.#rotation.maxBytes && this.#sizeBytes > 0) {
      this.close();
      this.#rotate();
    }
    if (this.#file !== null) return this.#file;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    this.#file = openSync(this.#path, 'a', 0o600);
    this.#sizeBytes = fstatSync(this.#file).size;
    return this.#file;
  }

  #rotate(): void {
    rmSync(`${this.#path}.${this.#rotation.maxFiles - 1}`, { force: true });
    for (let age = this.#rotation.maxFiles - 2; age >= 0; age -= 1) this.#age(age);
  }

  #age(age: number): void {
    try {
      renameSync(age === 0 ? this.#path : `${this.#path}.${age}`, `${this.#path}.${age + 1}`);
    } catch {
      // Not there yet.
    }
  }
}
