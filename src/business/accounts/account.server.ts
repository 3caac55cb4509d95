import { changePassword, resetPasswordWithOtp, sendOtp, verifyOtp } from './recovery.server.ts'
import { sendEmailCode, verifyEmail } from './email-proof.server.ts'
import { register } from './register.server.ts'
import { verifyLink } from './reset-link.server.ts'
import { createRecoveryCodes } from './recovery-code.server.ts'
import { beginTotp, confirmTotp, removeTotp, secondFactor } from './second-factor.server.ts'
import { endSession, session, sessions, signOut, signOutEverywhere } from './session.server.ts'
import { confirmPassword, signIn } from './sign-in.server.ts'

export const accountHandlers = {
  register,
  signIn,
  signOut,
  signOutEverywhere,
  session,
  sendOtp,
  verifyOtp,
  verifyLink,
  sendEmailCode,
  verifyEmail,
  resetPasswordWithOtp,
  confirmPassword,
  changePassword,
  sessions,
  endSession,
  secondFactor,
  beginTotp,
  confirmTotp,
  createRecoveryCodes,
  removeTotp,
}
