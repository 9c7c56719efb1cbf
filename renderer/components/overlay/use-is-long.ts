import { type RefObject, useEffect, useState } from 'react';

/** Whether there is more than fits and nothing in it that the keyboard reaches: then it has to reach the whole, to scroll. */
export function useIsLong(box: RefObject<HTMLElement | null>): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      const hasStop = element.querySelector('button, input, textarea, a[href], [tabindex="0"]') !== null;
      setIsLong(!hasStop && element.scrollHeight > element.clientHeight + 1);
    };
    const observer = new ResizeObserver(look);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [box]);
  return isLong;
}
