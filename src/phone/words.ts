import { useSyncExternalStore } from 'react'

/** Words of the page, Chinese and English. `{name}` stands for a value. */
const WORDS = {
  brand: ['医学学术服务', 'Medical academic services'],
  switch: ['English', '中文'],
  loading: ['正在打开…', 'Opening…'],
  retry: ['重试', 'Try again'],
  offline: ['网络不可用，请检查后重试', 'There is no network: check it and try again'],
  busy: ['请稍候…', 'Please wait…'],
  failed: ['操作未成功', 'That did not work'],
  purpose1: ['活动邀请', 'Invitation'],
  purpose2: ['人脸核验', 'Face check'],
  purpose3: ['填写报告', 'Report'],
  purpose4: ['会议签到', 'Meeting sign-in'],
  purpose5: ['补正报告', 'Correct a report'],
  purpose6: ['收入与完税', 'Income and tax'],
  forWhom: ['医生：{name}', 'Doctor: {name}'],
  until: ['链接有效期至 {time}', 'This link is good until {time}'],
  private: ['此链接仅供您本人使用，请勿转发', 'This link is yours alone: please do not pass it on'],
  endedunknown: ['链接无效', 'The link is not valid'],
  endedexpired: ['链接已过期', 'The link is over'],
  endedreached: ['已完成', 'Done'],
  endedrevoked: ['链接已失效', 'The link has ended'],
  endedlocked: ['链接已锁定', 'The link is locked'],
  endedover: ['活动已结束', 'The activity is over'],
  endedearly: ['尚未到签到时间', 'Sign-in is not open yet'],
  todounknown: [
    '请从短信中重新打开完整的链接，或扫描二维码。',
    'Open the whole link from your message again, or scan the QR code.',
  ],
  todoexpired: ['请联系邀请您的工作人员重新发送链接。', 'Ask whoever invited you to send a new link.'],
  todoreached: ['该事项已办理完毕，您可以关闭此页面。', 'Nothing is left to do: you may close this page.'],
  todorevoked: ['请使用最新收到的短信或二维码。', 'Use the message or QR code that you received last.'],
  todolocked: [
    '为保护您的信息，链接已停用。请联系工作人员核实后重新发送。',
    'To protect you the link was stopped. Ask the staff for a new one.',
  ],
  todoover: ['如有疑问，请联系邀请您的工作人员。', 'Ask whoever invited you if you have questions.'],
  todoearly: ['会议开始前 2 小时起可以签到，请届时再扫码。', 'Come back from 2 hours before the meeting on.'],
  identity: ['核对身份', 'Who you are'],
  identityAbout: [
    '为保护您的信息，请输入您身份证号的后六位。',
    'To protect you, enter the last six characters of your identity number.',
  ],
  last6: ['身份证号后六位', 'Last six of the identity number'],
  last6Wrong: ['请输入六位数字，末位可为 X', 'Enter six digits; the last may be X'],
  next: ['下一步', 'Next'],
  codeAbout: ['验证码已发送至 {phone}，5 分钟内有效。', 'A code was sent to {phone}; it is good for 5 minutes.'],
  code: ['短信验证码', 'Code from the message'],
  codeWrong: ['请输入六位数字', 'Enter six digits'],
  resend: ['重新发送验证码', 'Send another code'],
  invitedBy: ['邀请您参加', 'You are invited to'],
  readAgreement: ['查看协议文件', 'Read the agreement'],
  agree: ['同意并签署', 'Agree and sign'],
  refuse: ['拒绝', 'Refuse'],
  agreeSure: ['我已阅读协议并同意其内容', 'I have read the agreement and agree to it'],
  agreeFirst: ['请先勾选已阅读并同意', 'Say first that you have read it'],
  why: ['拒绝原因', 'Why you refuse'],
  whyFirst: ['请填写拒绝原因', 'Please say why you refuse'],
  refuseSure: ['确认拒绝', 'Refuse now'],
  back: ['返回', 'Back'],
  signing: [
    '已提交，正在签署。结果通常在一分钟内返回，您可以在此等待或关闭页面。',
    'Sent, and being signed. It mostly takes a minute: wait here or close the page.',
  ],
  toPartner: ['前往签署', 'Sign at the partner'],
  signed: ['协议已签署', 'The agreement is signed'],
  signedNext: ['活动开始后，您会收到填写报告或参会的通知。', 'You will hear from us when the activity begins.'],
  refused: ['您已拒绝该邀请', 'You have refused the invitation'],
  refusedNext: ['如需更改，请联系邀请您的工作人员。', 'To change it, ask whoever invited you.'],
  report: ['报告内容', 'Report'],
  nth: ['第 {n} 份，共 {of} 份', 'No. {n} of {of}'],
  reason: ['需要补正的原因', 'Why it came back'],
  must: ['必填', 'Required'],
  mustAnswer: ['请填写此项', 'Please answer this'],
  tooLong: ['最多 {most} 个字', 'At most {most} characters'],
  notNumber: ['请输入数字', 'Please enter a number'],
  choose: ['请选择', 'Choose'],
  yes: ['是', 'Yes'],
  no: ['否', 'No'],
  files: ['附件与照片', 'Files and photographs'],
  camera: ['拍照', 'Take a photo'],
  album: ['从相册或文件选择', 'Choose a picture or file'],
  remove: ['移除 {name}', 'Remove {name}'],
  uploading: ['上传中…', 'Uploading…'],
  notUploaded: ['未上传成功', 'Not uploaded'],
  waitsUpload: ['有照片尚未上传完成，请稍候', 'Photographs are still on their way'],
  submit: ['提交报告', 'Hand in'],
  resubmit: ['重新提交', 'Hand in again'],
  submitted: ['报告已提交', 'The report is handed in'],
  submittedNo: ['提交编号 {no}', 'Submission no. {no}'],
  submittedNext: ['审核结果会通过短信通知您。', 'You will hear by message how it was reviewed.'],
  another: ['继续填写下一份', 'Go on with the next one'],
  draftHere: ['草稿已保存在本机 {time}', 'Draft kept on this phone {time}'],
  draftSaved: ['草稿已保存 {time}', 'Draft saved {time}'],
  draftOffline: [
    '网络不可用，草稿已保存在本机，恢复后自动同步',
    'No network: the draft is on this phone and is sent once there is one',
  ],
  wrongCount: ['有 {n} 项需要修改', '{n} answers need your attention'],
  userName: ['姓名', 'Name'],
  phone: ['手机号', 'Mobile'],
  hospital: ['医院', 'Hospital'],
  department: ['科室', 'Department'],
  phoneWrong: ['请输入 11 位手机号', 'Enter a mobile number of 11 digits'],
  signIn: ['签到', 'Sign in'],
  signedIn: ['签到成功', 'You have signed in'],
  signedInAt: ['签到时间 {time}', 'Signed in at {time}'],
  faceAbout: ['请在光线充足处由本人完成核验，全程约一分钟。', 'Do it yourself in good light: it takes about a minute.'],
  faceBegin: ['开始人脸核验', 'Begin the face check'],
  facePreparing: ['正在准备核验页面…', 'The check is being prepared…'],
  faceGo: ['前往核验', 'Go to the check'],
  faceAsk: ['我已完成，查询结果', 'I have done it: ask for the result'],
  faceDone: ['人脸核验已通过', 'The face check passed'],
  faceFailed: ['上次核验未通过，请重试', 'The last check did not pass: please try again'],
  noIncome: ['暂无付款记录', 'Nothing was paid yet'],
  gross: ['税前', 'Before tax'],
  tax: ['代扣税费', 'Tax withheld'],
  net: ['实付', 'Paid'],
  incomeAbout: ['金额单位为元；税费已由付款方代扣代缴。', 'In yuan; taxes were withheld and paid on your behalf.'],
} as const

export type Word = keyof typeof WORDS
export type Language = 'zh' | 'en'

const KEPT = 'doctor.language'
const listeners = new Set<() => void>()

const kept = (): Language => {
  try {
    return localStorage.getItem(KEPT) === 'en' ? 'en' : 'zh'
  } catch {
    return 'zh'
  }
}
let now: Language = kept()

export const languageNow = (): Language => now

/** Switches the language, and keeps it where the browser lets it. */
export function switchLanguage(): void {
  now = now === 'zh' ? 'en' : 'zh'
  try {
    localStorage.setItem(KEPT, now)
  } catch {
    // without a store the choice lasts as long as the page
  }
  document.documentElement.lang = now === 'zh' ? 'zh-CN' : 'en'
  for (const listener of listeners) listener()
}

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** The words in the language in use: `t` of the page's own, `of` of a label in both. */
export function useWords() {
  const language = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => now,
  )
  const at = language === 'zh' ? 0 : 1
  return {
    language,
    t: (word: Word, values: Readonly<Record<string, string | number>> = {}) => filled(WORDS[word][at], values),
    of: (label: readonly [string, string]) => label[at],
  }
}
export type Words = ReturnType<typeof useWords>
