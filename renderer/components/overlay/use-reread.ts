import { useEffect, useState } from 'react';

/** The second press of a double click, and a key that is held, come within this. Milliseconds. */
const READ_MS = 800;

/**
 * Whether a question that takes the place of an answer has stood long enough to be seen: the press that led to it must not
 * answer it as well.
 * @param question what is asked; null or false while nothing is.
 */
export function useReadFirst(question: object | boolean | null): boolean {
  const [seen, setSeen] = useState(question);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(question), READ_MS);
    return () => clearTimeout(timer);
  }, [question]);
  return question === null || question === false || seen === question;
}
