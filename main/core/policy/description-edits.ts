/** What a person wants a file to be described as. Tags are added and taken away, so that they never conflict. */
export interface DescriptionEdit {
  /** `from` is what the person saw when writing `to`; null: the description stays. */
  readonly description: { readonly from: string | null; readonly to: string } | null;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** How a file is described. */
export interface FileDescription {
  readonly description: string | null;
  readonly tags: readonly string[];
}

/** What has to be sent; `disputed`: somebody else wrote another description meanwhile. Null: nothing. */
export type PendingDescription =
  | { readonly description?: string; readonly tags?: readonly string[] }
  | 'disputed'
  | null;

/** One wish in place of two, the later on top of the earlier. */
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

/** How a file will be described once a wish is fulfilled. */
export function withEdit({ description, tags }: FileDescription, wish: DescriptionEdit): FileDescription {
  return {
    description: wish.description === null ? description : wish.description.to,
    tags: [...tags.filter(tag => !wish.remove.includes(tag)), ...wish.add.filter(tag => !tags.includes(tag))],
  };
}

/** What of a wish is still to be sent, seeing how the file is described now. An empty description is none. */
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
