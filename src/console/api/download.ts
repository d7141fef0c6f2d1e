/** Starts a download in the browser, without leaving the page. */
export function download(link: string, name = ''): void {
  const a = document.createElement('a')
  a.href = link
  a.download = name
  a.click()
}
