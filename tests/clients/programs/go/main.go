package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"program/conclave"
)

func must[T any](value T, answer *http.Response, err error) T {
	if err != nil {
		var refused *conclave.GenericOpenAPIError
		if errors.As(err, &refused) {
			panic(fmt.Sprintf("%v: %s", err, refused.Body()))
		}
		panic(err)
	}
	return value
}

func request(rounds int32) conclave.SubmitAnalysis {
	body := *conclave.NewSubmitAnalysis("DEMO", "2019-06-03")
	body.SetAssetType(conclave.STOCK)
	body.SetAnalysts([]conclave.Analyst{conclave.MARKET})
	body.SetMaxDebateRounds(rounds)
	return body
}

func main() {
	ctx := context.Background()
	configuration := conclave.NewConfiguration()
	configuration.Servers = conclave.ServerConfigurations{{URL: os.Getenv("CONCLAVE_URL")}}
	api := conclave.NewAPIClient(configuration)
	start := func() *conclave.Job { return must(api.AnalysesAPI.SubmitAnalysis(ctx).SubmitAnalysis(request(1)).Execute()) }

	job := start()
	for job.Status == conclave.QUEUED || job.Status == conclave.RUNNING {
		job = must(api.AnalysesAPI.GetAnalysis(ctx, job.Id).Wait(30).Execute())
	}
	result := job.GetResult()
	run := must(api.ReportsAPI.GetReportJson(ctx, job.Id).Execute()).Run
	file := must(api.ReportsAPI.GetReportPdf(ctx, job.Id).Execute())
	defer os.Remove(file.Name())
	pdf, err := io.ReadAll(file)
	if err != nil {
		panic(err)
	}
	markdown := must(api.ReportsAPI.GetReportMarkdown(ctx, job.Id).Execute())
	lean := must(api.AnalysesAPI.ListAnalyses(ctx).Limit(10).Execute())
	full := must(api.AnalysesAPI.ListAnalyses(ctx).Include("reports").Execute())
	leanResult, fullResult := lean.Data[0].GetResult(), full.Data[0].GetResult()

	cancelled := must(api.AnalysesAPI.CancelAnalysis(ctx, start().Id).Execute())
	left := must(api.ReportsAPI.GetReportJson(ctx, cancelled.Id).Execute()).UnfinishedRun
	deliveries := must(api.AnalysesAPI.ListWebhookDeliveries(ctx, job.Id).Execute())
	since := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	usage := must(api.AccountAPI.GetUsage(ctx).From(since).Execute())
	config := must(api.AccountAPI.GetConfig(ctx).Execute())
	health := must(api.SiteAPI.GetHealth(ctx).Execute())

	var refused *conclave.GenericOpenAPIError
	_, missing, err := api.AnalysesAPI.GetAnalysis(ctx, "ana_none").Execute()
	if !errors.As(err, &refused) {
		panic("there is one")
	}
	notFound := refused.Model().(conclave.Error)
	_, invalid, err := api.AnalysesAPI.SubmitAnalysis(ctx).SubmitAnalysis(request(11)).Execute()
	if !errors.As(err, &refused) {
		panic("11 rounds were taken")
	}
	fault := refused.Model().(conclave.HTTPValidationError).Detail[0]
	loc := []any{}
	for _, part := range fault.Loc {
		if part.String != nil {
			loc = append(loc, *part.String)
		} else {
			loc = append(loc, *part.Int64)
		}
	}

	told, err := json.Marshal(map[string]any{
		"status":         job.Status,
		"rating":         result.Rating,
		"is_review":      result.IsReview,
		"trade_date":     job.Request.TradeDate,
		"reports":        result.Reports["trader"] != nil,
		"run_rounds":     run.Request.GetMaxDebateRounds(),
		"pdf":            string(pdf[:5]),
		"pdf_bytes":      len(pdf),
		"markdown":       strings.Contains(markdown, "DEMO"),
		"listed":         len(lean.Data),
		"listed_reports": leanResult.HasReports(),
		"full_reports":   fullResult.HasReports(),
		"cancelled":      cancelled.Status,
		"unfinished":     left.Status,
		"deliveries":     len(deliveries.Data),
		"jobs_succeeded": usage.Jobs.Succeeded,
		"llm_provider":   config.LlmProvider,
		"health":         health.Status,
		"missing":        []any{missing.StatusCode, notFound.Detail},
		"invalid": map[string]any{
			"status": invalid.StatusCode,
			"type":   fault.Type,
			"loc":    loc,
			"input":  fault.Input,
		},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(told))
}
