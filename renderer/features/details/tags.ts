/** The tags in a text, without doubles. */
export function tagsIn(text: string): readonly string[] {
  const tags = text.split(',').map(tag => tag.trim());
  return [...new Set(tags.filter(tag => tag !== ''))];
}

/** Tags as a text to change. */
export function tagText(tags: readonly string[]): string {
  return tags.join(', ');
}
