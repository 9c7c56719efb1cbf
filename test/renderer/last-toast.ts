/** What the window's toast says was done; null while there is none. */
export async function toastText(): Promise<string | null> {
  const { useToast } = await import('../../renderer/state/toast.ts');
  const { toast } = useToast.getState();
  return toast?.kind === 'done' ? toast.text : null;
}
