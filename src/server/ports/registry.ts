import { guardedParamOf, valueInForce } from '../../model/administration/system/guardedParams.ts'
import { shortMessage } from '../../model/administration/system/shortMessage.ts'
import { ports } from '../../model/business.ts'
import { type Port, portParam } from '../../model/language/domain/port.ts'
import type { Label } from '../../model/values/label.ts'
import type { ServerContext } from '../core/context/context.ts'
import { envName, SECONDS } from '../core/settings/portSettings.ts'
import type { Adapters, AnyAdapter } from './adapter.ts'
import * as baiduFaceHttp from './baiduFace/http.ts'
import * as baiduFaceSandbox from './baiduFace/sandbox.ts'
import * as cmbBankHttp from './cmbBank/http.ts'
import * as cmbBankSandbox from './cmbBank/sandbox.ts'
import * as contentSafetyHttp from './contentSafety/http.ts'
import * as contentSafetySandbox from './contentSafety/sandbox.ts'
import * as esignHttp from './esign/http.ts'
import * as esignSandbox from './esign/sandbox.ts'
import * as invoiceCheckHttp from './invoiceCheck/http.ts'
import * as invoiceCheckSandbox from './invoiceCheck/sandbox.ts'
import * as messagePushHttp from './messagePush/http.ts'
import * as messagePushSandbox from './messagePush/sandbox.ts'
import { PortError } from './portError.ts'
import * as shortMessageHttp from './shortMessage/http.ts'
import { NO_PUBLIC_URL } from './shortMessage/links.ts'
import * as shortMessageSandbox from './shortMessage/sandbox.ts'
import * as tencentMeetingHttp from './tencentMeeting/http.ts'
import * as tencentMeetingSandbox from './tencentMeeting/sandbox.ts'
import * as tianyanchaHttp from './tianyancha/http.ts'
import * as tianyanchaSandbox from './tianyancha/sandbox.ts'

/** The adapters of every port, by its id; a test asks for none missing. */
export const adapters: ReadonlyMap<string, Adapters> = new Map<string, Adapters>([
  ['baiduFace', { sandbox: baiduFaceSandbox.sandbox, http: baiduFaceHttp.http }],
  ['cmbBank', { sandbox: cmbBankSandbox.sandbox, http: cmbBankHttp.http }],
  ['contentSafety', { sandbox: contentSafetySandbox.sandbox, http: contentSafetyHttp.http }],
  ['esign', { sandbox: esignSandbox.sandbox, http: esignHttp.http }],
  ['invoiceCheck', { sandbox: invoiceCheckSandbox.sandbox, http: invoiceCheckHttp.http }],
  ['messagePush', { sandbox: messagePushSandbox.sandbox, http: messagePushHttp.http }],
  [
    'shortMessage',
    {
      sandbox: (_, publicUrl) => shortMessageSandbox.sandbox(publicUrl),
      http: (settings, _, publicUrl) => shortMessageHttp.http(settings, publicUrl),
    },
  ],
  ['tencentMeeting', { sandbox: tencentMeetingSandbox.sandbox, http: tencentMeetingHttp.http }],
  ['tianyancha', { sandbox: tianyanchaSandbox.sandbox, http: tianyanchaHttp.http }],
])

/** Adapter of a tenant for a port: its parameter in force, `http` where that says nothing else. */
export async function servedBy(context: ServerContext, tenantId: string, id: string): Promise<string> {
  const key = portParam(id)
  const found = await context.db.scoped<{ param_value: string }>(
    { tenantId },
    {
      text: 'select param_value from "param" where tenant_id = $1 and param_key = $2 and is_deleted = 0 limit 2',
      values: [tenantId, key],
    },
  )
  const guarded = guardedParamOf(key)
  return guarded
    ? valueInForce(
        guarded,
        found.map((row) => row.param_value),
      )
    : 'http'
}

/** A port ready to be asked, with the time limit of its calls, ms. */
export interface OpenPort {
  readonly port: Port
  readonly adapter: AnyAdapter
  readonly timeout: number
}

/** The adapter that serves a tenant's port. @throws PortError UNAVAILABLE where it is not configured. */
export async function openPort(context: ServerContext, tenantId: string, id: string): Promise<OpenPort> {
  const [port, both] = [ports.get(id), adapters.get(id)]
  if (!port || !both) throw new PortError('UNAVAILABLE', `there is no port ${id}`)
  const [files, publicUrl] = [context.domains.filesOf(context, tenantId), context.config.publicUrl ?? null]
  if ((await servedBy(context, tenantId, id)) === 'sandbox')
    return { port, adapter: both.sandbox(files, publicUrl), timeout: (port.seconds ?? SECONDS) * 1000 }
  const settings = context.config.ports?.[id]
  if (!settings) throw new PortError('UNAVAILABLE', `未配置 ${envName(id)}_URL / ${envName(id)}_URL is not configured`)
  return { port, adapter: both.http(settings, files, publicUrl), timeout: settings.timeout }
}

/** Why no message with a link is sent to anybody of a tenant, null where it is: outside of the sandbox it names this server's address. */
export const linkProblem = async (
  { config }: Pick<ServerContext, 'config'>,
  work: { param(key: string): Promise<string | null> },
): Promise<Label | null> =>
  config.publicUrl || (await work.param(portParam(shortMessage.id))) === 'sandbox' ? null : NO_PUBLIC_URL

/** Ports that would answer nobody of a tenant: neither configured nor sandboxed. By their id. */
export async function closedPorts(context: ServerContext, tenantId: string): Promise<string[]> {
  const { config } = context
  const unconfigured = [...ports.keys()].filter(
    (id) => !config.ports?.[id] || (id === shortMessage.id && !config.publicUrl),
  )
  const found = await Promise.all(unconfigured.map((id) => servedBy(context, tenantId, id)))
  return unconfigured.filter((_, i) => found[i] !== 'sandbox')
}
