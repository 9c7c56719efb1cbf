import { type ReactNode, useRef } from 'react';

import { useRows } from './use-rows.ts';

interface MovingListProps {
  readonly className?: string | undefined;
  readonly label?: string;
  /** `li` elements, each with a `data-key`. */
  readonly children: ReactNode;
}

/** A short list whose rows are seen to come and go, and which keeps the focus when the row that has it goes. */
export function MovingList({ className, label, children }: MovingListProps) {
  const list = useRef<HTMLUListElement>(null);
  useRows(list);
  return (
    <ul ref={list} className={className} aria-label={label}>
      {children}
    </ul>
  );
}
