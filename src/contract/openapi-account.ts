import type { z } from "zod";
import { LoggedRequest, LoggedRequestDetail } from "./requests.ts";
import {
  CreatedEndpoint,
  Endpoint,
  EndpointAttempt,
  EndpointDelivery,
  EndpointMessage,
  RotatedSecret,
  SaveEndpoint,
} from "./webhooks.ts";

/** Of what belongs to an account, the schemas that have a name of their own in the document. */
export const accountSchemas: Readonly<Record<string, z.ZodType>> = {
  LoggedRequest,
  LoggedRequestDetail,
  Endpoint,
  CreatedEndpoint,
  RotatedSecret,
  SaveEndpoint,
  EndpointDelivery,
  EndpointAttempt,
  EndpointMessage,
};
