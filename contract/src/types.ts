/** The shapes as types. The browser imports this file (`import type`); the schemas stay on the server. */
import type { z } from 'zod'
import type * as shapes from './shapes.ts'

type Of<S extends z.ZodType> = z.output<S>
export type Address = Of<typeof shapes.Address>
export type AfterSaleMessage = Of<typeof shapes.AfterSaleMessage>
export type BasketOrganiser = Of<typeof shapes.BasketOrganiser>
export type Charity = Of<typeof shapes.Charity>
export type Checkout = Of<typeof shapes.Checkout>
export type CheckoutEvent = Of<typeof shapes.CheckoutEvent>
export type EventCardData = Of<typeof shapes.EventCardData>
export type EventListData = Of<typeof shapes.EventListData>
export type EventPageData = Of<typeof shapes.EventPageData>
export type GiftVoucherDesign = Of<typeof shapes.GiftVoucherDesign>
export type GiftVoucherLine = Of<typeof shapes.GiftVoucherLine>
export type Organiser = Of<typeof shapes.Organiser>
export type PaymentPlan = Of<typeof shapes.PaymentPlan>
export type PlanOption = Of<typeof shapes.PlanOption>
export type PossibleAddress = Of<typeof shapes.PossibleAddress>
export type Question = Of<typeof shapes.Question>
export type RefundPolicy = Of<typeof shapes.RefundPolicy>
export type SavedAddress = Of<typeof shapes.SavedAddress>
export type SavedPaymentMethod = Of<typeof shapes.SavedPaymentMethod>
export type SeatData = Of<typeof shapes.SeatData>
export type TicketLine = Of<typeof shapes.TicketLine>
export type TicketTypeData = Of<typeof shapes.TicketTypeData>
export type UpcomingEvent = Of<typeof shapes.UpcomingEvent>
export type User = Of<typeof shapes.User>
export type WalletData = Of<typeof shapes.WalletData>
export type WalletTicket = Of<typeof shapes.WalletTicket>
