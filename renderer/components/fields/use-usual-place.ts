import { useLayoutEffect, useState } from 'react';

/** A place that is named, and what is filled in at first. */
export interface TypedPlace {
  readonly folder: string;
  readonly setFolder: (folder: string) => void;
  /** It is about to be filled in: what was typed now would stand behind it. */
  readonly isProposing: boolean;
}

/** A folder of this computer that a person names; `usual` is asked once for a proposal, empty when none is known. */
export function useUsualPlace(usual: () => Promise<string>): TypedPlace {
  const [folder, setFolder] = useState('');
  const [isProposing, setProposing] = useState(true);
  // The proposal arrives before a person can type.
  useLayoutEffect(() => {
    void usual()
      .then(setFolder)
      .finally(() => setProposing(false));
  }, [usual]);
  return { folder, setFolder, isProposing };
}
