/**
 * A change that a person makes to a file's description. Tags are added and removed one by one, so that two people's
 * changes to tags never conflict.
 */
export interface DescriptionEdit {
  /** `from` is the text that the person saw when writing `to`; null: the description does not change. */
  readonly description: { readonly from: string | null; readonly to: string } | null;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A file's description and tags. */
export interface FileDescription {
  readonly description: string | null;
  readonly tags: readonly string[];
}

/**
 * What still has to be sent; null: nothing. `disputed`: another person changed the description since this one read it.
 */
export type PendingDescription =
  | { readonly description?: string; readonly tags?: readonly string[] }
  | 'disputed'
  | null;

/** Combines two edits of one file, the later one on top of the earlier. */
export function mergeEdits(earlier: DescriptionEdit, later: DescriptionEdit): DescriptionEdit {
  const from = earlier.description?.from;
  const description =
    later.description === null
      ? earlier.description
      : { from: from === undefined ? later.description.from : from, to: later.description.to };
  const without = (tags: readonly string[], others: readonly string[]) => tags.filter(tag => !others.includes(tag));
  return {
    description,
    add: [...new Set([...without(earlier.add, later.remove), ...later.add])],
    remove: [...new Set([...without(earlier.remove, later.add), ...later.remove])],
  };
}

/** The description after an edit. */
export function withEdit({ description, tags }: FileDescription, wish: DescriptionEdit): FileDescription {
  return {
    description: wish.description === null ? description : wish.description.to,
    tags: [...tags.filter(tag => !wish.remove.includes(tag)), ...wish.add.filter(tag => !tags.includes(tag))],
  };
}

/** The part of an edit that the service does not have yet. An empty description counts as none. */
export function pendingDescription(now: FileDescription, wish: DescriptionEdit): PendingDescription {
  const { tags } = withEdit(now, wish);
  const isSame = tags.length === now.tags.length && tags.every((tag, at) => tag === now.tags[at]);
  const wanted = wish.description;
  const there = now.description ?? '';
  const isThere = wanted === null || wanted.to === there;
  if (!isThere && (wanted.from ?? '') !== there) return 'disputed';
  if (isThere && isSame) return null;
  return { ...(isThere ? {} : { description: wanted.to }), ...(isSame ? {} : { tags }) };
}
