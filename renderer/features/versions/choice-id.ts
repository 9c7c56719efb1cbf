/** The id in the page of the choice about a difference. */
export function idOfChoice(difference: number): string {
  return `difference-${difference}`;
}
