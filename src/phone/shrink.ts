/** The longest side of a photograph that is sent, points, and from which size on it is made smaller, bytes. */
const [SIDE, LARGE] = [2_000, 900_000]

/**
 * Photograph reduced to about a fifth of its size before it is sent; other files, and pictures that cannot be drawn,
 * stay unchanged.
 */
export async function shrunk(file: File): Promise<Blob> {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type) || file.size < LARGE) return file
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    const scale = Math.min(1, SIDE / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    return made && made.size < file.size ? made : file
  } catch {
    return file
  } finally {
    URL.revokeObjectURL(url)
  }
}
