import { type ReactNode } from 'react';

import { DropArea } from '../../components/controls/drop-area.tsx';
import { useDropHere } from './drop-here.ts';
import { type Shown, useShown } from './place-labels.ts';

/** What stands beside the list: a drop on it goes where one beside all lines of the list goes. */
export function BesideList({ children }: { readonly children: ReactNode }) {
  const shown = useShown();
  return shown === null ? children : <Dropped shown={shown}>{children}</Dropped>;
}

function Dropped({ shown, children }: { readonly shown: Shown; readonly children: ReactNode }) {
  const here = useDropHere(shown);
  return (
    <DropArea {...here} isPanel>
      {children}
    </DropArea>
  );
}
