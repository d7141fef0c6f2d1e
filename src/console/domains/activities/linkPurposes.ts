import type { Resource } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'

/** Purposes of a doctor's link, by the numbers of `doctorLink.purpose`. */
export type LinkPurpose = 1 | 2 | 3 | 4 | 5 | 6

const [REFUSED, PASSED, AGREED, FACE_PASSED, CANCELLED] = [2, 1, 1, 1, 3]

/** Purposes for which a record's doctor may be sent a link, as the record stands; the server looks again. Pure. */
export function purposesOf(of: Resource, row: WireRow): readonly LinkPurpose[] {
  const n = (name: string) => Number(row[name] ?? 0)
  const has = (name: string) => Object.hasOwn(of.fields, name)
  if (n('demo') === 1 || of.id.startsWith('demo')) return []
  if (of.id === 'authenticationDoctor') return n('faceStatus') === FACE_PASSED ? [6] : [2, 6]
  if (has('meetingStatus')) return n('submitStatus') === 1 || n('meetingStatus') === CANCELLED ? [] : [4]
  if (has('collectData')) {
    const refused = n('approvalStatus') === PASSED && n('confirmStatus') === REFUSED
    return n('approvalStatus') === REFUSED || refused ? [5] : []
  }
  if (!has('agreementStatus')) return []
  if (n('agreementStatus') === 0) return [1]
  return n('agreementStatus') === AGREED && of.id !== 'meetingDoctor' ? [3] : []
}
