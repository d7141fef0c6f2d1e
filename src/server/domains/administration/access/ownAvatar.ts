import { ownAvatar } from '../../../../model/administration/access/grantCalls.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import { profileOf } from '../../../auth/profile.ts'
import { notFound } from '../../../core/errors.ts'
import { sendStored } from '../../../files/handlers.ts'
import { handleWhole } from '../../../records/handle.ts'

/** The picture of whoever is signed in: of nobody else, and of no other file. @throws AppError 404 where there is none */
export const ownAvatarHandler = handleWhole(ownAvatar, async (request) => {
  const { context, actor } = request
  const id = (await profileOf(context, actor.tenantId, actor.userId))?.avatar ?? ''
  if (!isId(id)) throw notFound()
  return sendStored(request, id)
})
