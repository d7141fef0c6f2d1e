/** What may answer 暂未开放, by family or by itself, each with why. */
export const NOT_OPEN: Readonly<Record<string, string>> = {
  flow: 'workflow',
  flowModel: 'workflow',
  flowManager: 'workflow',
  code: 'developer tools',
  'tenant.datasource': 'developer tools: a tenant has no database of its own',
  oss: 'developer tools: storage is configured where the server is installed',
  sms: 'SMS channels',
  'auth.sendSms': 'SMS channels: sign-in by a code in a message',
  'auth.webToken': 'sign-in by third parties',
  'user.registerGuest': 'sign-in by third parties',
  'user.approveGuest': 'sign-in by third parties',
  'user.updatePlatform': 'sign-in by third parties',
  'topmenu.grant': 'what a top menu holds comes of the model',
  'handleApply.thaw': 'the payments of a returned batch are reviewed anew and get another one',
}
