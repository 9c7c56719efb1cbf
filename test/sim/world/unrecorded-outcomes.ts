import { FOLDER } from './computer.ts';
import type { Computer } from './computer.ts';
import type { Ledger } from './ledger.ts';
import type { Moment } from '../fakes/scheduler.ts';

/**
 * A download was put in place and is not recorded yet: a move before the next scan makes it a file of its own, and the
 * service's is downloaded again. Nothing is lost; it takes a death, an error of the disk, or that very instant.
 */
export function allowUnknown(
  { computers, ledger }: { readonly computers: readonly Computer[]; readonly ledger: Ledger },
  { device, label }: Moment,
): void {
  const [, path] = /^disk\.(?:place|move) (.*?)(?:: [a-z ]+)?$/.exec(label) ?? [];
  const computer = computers.find(({ name }) => name === device);
  if (path !== undefined) ledger.allowTwice(computer?.disk.tree.read(`${FOLDER}/${path}`) ?? null);
}
