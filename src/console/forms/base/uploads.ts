/** Uploads under way in the form in front. A form that is left stops its own. */
const going = new Set<AbortController>()

/** Keeps account of an upload until `work` has ended, however it ends. */
export async function whileUploading<T>(stop: AbortController, work: () => Promise<T>): Promise<T> {
  going.add(stop)
  try {
    return await work()
  } finally {
    going.delete(stop)
  }
}

/** Is a file still on its way? What is saved now would be without it. */
export const isUploading = (): boolean => [...going].some((one) => !one.signal.aborted)
