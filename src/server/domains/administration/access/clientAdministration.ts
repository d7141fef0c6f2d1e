import {
  CLIENT_KINDS,
  client,
  clientSecret,
  enableClient,
  revokeClient,
} from '../../../../model/administration/access/client.ts'
import { PARTNER_SCOPES, partnerScopes } from '../../../../model/administration/access/partnerScopes.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import type { Label } from '../../../../model/values/label.ts'
import { newClientId, newClientSecret } from '../../../auth/partnerClients.ts'
import { AppError, forbidden } from '../../../core/errors.ts'
import { hasPlatformRights } from '../../../core/permissions.ts'
import { type DeclaredHandler, handle } from '../../../records/handle.ts'
import type { Hooks } from '../../../writing/hooks.ts'
import { keepHands } from '../../../writing/unitOfWork/accountHands.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

const { enableStatus } = statesOf(client)

type Client = RowOf<typeof client>

/** Notice to every administrator about changed rights of a client. */
const notice = (work: UnitOfWork, name: string, detail: Label) =>
  work.alert({
    kind: 'clientChanged',
    subject: name.slice(0, 100),
    detail: [detail[0].slice(0, 500), detail[1].slice(0, 500)],
    actor: work.actor,
  })

/** Scopes of a client, as its list shows them. */
const scopesOf = (values: Readonly<Record<string, unknown>>): string =>
  partnerScopes.filter((scope) => values[PARTNER_SCOPES[scope].field] === 1).join(' ')

/**
 * Check before a partner's client is added or edited: platform rights only. The client id is generated here, tokens are
 * issued by one grant, and the maker is no second person for its records.
 */
export const clientHooks: Hooks = {
  prepare: async (values, before, work) => {
    if (!hasPlatformRights(work.actor)) throw forbidden()
    const now = { ...before, ...values }
    const name = String(now.clientName ?? '')
    const scope = scopesOf(now)
    if (before) {
      await notice(work, name, [
        `${work.actor.name} 修改了对接应用 ${name}（${scope}）`,
        `${work.actor.name} changed the partner client ${name} (${scope})`,
      ])
      return { scope }
    }
    const id = work.newId()
    await keepHands(work, [id], 'made')
    await notice(work, name, [
      `${work.actor.name} 新建了对接应用 ${name}（${scope}）`,
      `${work.actor.name} made the partner client ${name} (${scope})`,
    ])
    return {
      id,
      scope,
      kind: CLIENT_KINDS.partner,
      clientId: newClientId(work.actor.tenantId, work.newId()),
      authorizedGrantTypes: 'client_credentials',
      captcha: 0,
      refreshTokenValidity: 0,
      enableStatus: enableStatus.enabled,
    }
  },
}

/** Ends whatever was opened with the secret that it has: tokens of an earlier generation open nothing. */
const anew = (row: Client) => ({ tokenGeneration: (row.tokenGeneration ?? 0) + 1 })

/** Operations of administrators on a partner's client; each notifies all of them. */
export const clientHandlers: readonly DeclaredHandler[] = [
  handle(clientSecret, async ({ rows: [row], work, actor }) => {
    if (!hasPlatformRights(actor)) throw forbidden()
    if (!row?.clientId) throw new AppError(409, ['该应用没有编号', 'This client has no id'])
    const secret = newClientSecret()
    await work.update(client, row.id, { ...anew(row), clientSecret: secret, keyTakenTime: work.time })
    await keepHands(work, [row.id], 'reset')
    await notice(work, row.clientName, [
      `${actor.name} 取得了对接应用 ${row.clientName} 的新密钥，此前的密钥和令牌已失效`,
      `${actor.name} took a new secret of the partner client ${row.clientName}; the earlier one and its tokens are over`,
    ])
    return { clientId: row.clientId, clientSecret: secret }
  }),
  handle(revokeClient, async ({ rows: [row], work, actor }) => {
    if (!hasPlatformRights(actor)) throw forbidden()
    if (!row) return null
    await work.update(client, row.id, {
      ...anew(row),
      enableStatus: enableStatus.disabled,
      clientSecret: null,
      keyTakenTime: null,
    })
    await notice(work, row.clientName, [
      `${actor.name} 停用了对接应用 ${row.clientName}`,
      `${actor.name} revoked the partner client ${row.clientName}`,
    ])
    return null
  }),
  handle(enableClient, async ({ rows: [row], work, actor }) => {
    if (!hasPlatformRights(actor)) throw forbidden()
    if (!row) return null
    await work.update(client, row.id, { ...anew(row), enableStatus: enableStatus.enabled })
    await keepHands(work, [row.id], 'unlocked')
    await notice(work, row.clientName, [
      `${actor.name} 启用了对接应用 ${row.clientName}`,
      `${actor.name} enabled the partner client ${row.clientName}`,
    ])
    return null
  }),
]
