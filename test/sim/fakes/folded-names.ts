import { keyOn, type VolumeNames } from '../../../main/core/names/volume-names.ts';

/** The names in a folder of a volume that takes upper and lower case for one: what was there first keeps how it is written. */
export class FoldedNames<Node> extends Map<string, Node> {
  readonly #written = new Map<string, string>();
  readonly #volume: VolumeNames;

  constructor(volume: VolumeNames) {
    super();
    this.#volume = volume;
  }

  override get(name: string): Node | undefined {
    return super.get(this.asWritten(name));
  }

  override has(name: string): boolean {
    return super.has(this.asWritten(name));
  }

  override set(name: string, node: Node): this {
    const written = this.asWritten(name);
    this.#written.set(keyOn(this.#volume, name), written);
    return super.set(written, node);
  }

  override delete(name: string): boolean {
    const written = this.asWritten(name);
    this.#written.delete(keyOn(this.#volume, name));
    return super.delete(written);
  }

  /** How a name is written that is there; any other one as it is. */
  asWritten(name: string): string {
    return this.#written.get(keyOn(this.#volume, name)) ?? name;
  }
}
