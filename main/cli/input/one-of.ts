import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';

/** What words may name something by. */
interface Named {
  readonly name: string;
  /** Beside its name: an id, an address. */
  readonly others: readonly (string | null)[];
}

/** What is said when nothing fits, and when several do. */
interface Words {
  readonly none: string;
  readonly several: (names: readonly string[]) => string;
}

/** The one that is meant: by the whole id, address or name, else the only one whose name holds the words. @throws Ending. */
export function oneOf<T>(all: readonly T[], sought: string, by: (one: T) => Named, words: Words): T {
  const wanted = folded(sought);
  const exact = all.filter(each => {
    const { name, others } = by(each);
    return [name, ...others].some(text => text !== null && folded(text) === wanted);
  });
  const some = exact.length > 0 ? exact : all.filter(each => folded(by(each).name).includes(wanted));
  const [first] = some;
  if (first === undefined || wanted === '') throw new Ending(EXIT.error, words.none);
  if (some.length === 1) return first;
  throw new Ending(
    EXIT.error,
    words.several(
      some.map(each => {
        const { name, others } = by(each);
        return [name, ...others.filter(text => text !== null && text !== name)].join(' ');
      }),
    ),
  );
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
