/**
 * Opens the system's dialog for files, or for a folder with all that is in it. To be called while a press is handled: a
 * browser opens it only then.
 */
export function chooseFiles(isFolder: boolean, onChosen: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = isFolder;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) onChosen(files);
  });
  input.click();
}
